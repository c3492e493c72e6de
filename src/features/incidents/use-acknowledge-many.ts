import { useState } from 'react';
import { notifyFailure, useAction } from '../../client/actions.ts';
import { notify } from '../../shared/notices.ts';
import { ApiError } from '../../shared/outcome.ts';

/** What the server answers for an incident that has ended. */
const ENDED = 409;

/** Says of several incidents that this operator is on them. One that has ended meanwhile is no failure. */
export function useAcknowledgeMany() {
  const { mutateAsync } = useAction('acknowledgeIncident');
  const [pending, setPending] = useState(false);
  /** @returns whether all of them are done; a failure is said */
  async function acknowledge(ids: readonly string[], note: string): Promise<boolean> {
    setPending(true);
    const results = await Promise.allSettled(
      ids.map((id) => mutateAsync({ params: { id }, note })),
    );
    setPending(false);
    const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const failures = errors.filter(
      (error) => !(error instanceof ApiError && error.status === ENDED),
    );
    const done = ids.length - errors.length;
    if (done > 0) notify({ severity: 'success', title: `You are on ${countText(done)}` });
    if (errors.length > failures.length)
      notify({
        severity: 'warning',
        title: `${countText(errors.length - failures.length)} had ended already`,
      });
    if (failures.length > 0)
      notifyFailure(`${countText(failures.length)} could not be acknowledged`, failures[0]);
    return failures.length === 0;
  }
  return { acknowledge, pending };
}

const countText = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'incident' : 'incidents'}`;
