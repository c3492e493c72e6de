import { useMutation } from '@tanstack/react-query';
import { acknowledge } from '../../console/acknowledgements.ts';
import { notifyFailure } from '../../console/actions.ts';
import { notify } from '../../console/notices.ts';
import { KEPT_NOTICE } from '../../domain/incident-text.ts';
import { ApiError } from '../../shared/outcome.ts';

/** An incident that is taken on. */
interface TakenOn {
  readonly incident: string;
  /** 'Archive is down' */
  readonly title: string;
}

/** What the server answers for an incident that has ended. */
const ENDED = 409;

/**
 * Takes several incidents on. Those that have ended meanwhile are no failure; without the server all wait on this
 * device.
 */
export function useAcknowledgeMany() {
  const { mutateAsync, isPending } = useMutation({ mutationFn: acknowledge });
  /** @returns whether all of them are done; a failure is said */
  async function acknowledgeMany(taken: readonly TakenOn[], note: string): Promise<boolean> {
    const results = await Promise.allSettled(taken.map((one) => mutateAsync({ ...one, note })));
    const countOf = (end: 'sent' | 'kept') =>
      results.filter((one) => one.status === 'fulfilled' && one.value === end).length;
    const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const failures = errors.filter((error) => !hasEnded(error));
    const [sent, kept, ended] = [countOf('sent'), countOf('kept'), errors.length - failures.length];
    if (sent > 0) notify({ severity: 'success', title: `You are on ${incidentsText(sent)}` });
    if (kept > 0) notify({ ...KEPT_NOTICE, title: `${incidentsText(kept)} waiting to be sent` });
    if (ended > 0)
      notify({ severity: 'warning', title: `${incidentsText(ended)} had ended already` });
    if (failures.length > 0)
      notifyFailure(`${incidentsText(failures.length)} could not be acknowledged`, failures[0]);
    return failures.length === 0;
  }
  return { acknowledgeMany, pending: isPending };
}

const hasEnded = (error: unknown) => error instanceof ApiError && error.status === ENDED;

const incidentsText = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'incident' : 'incidents'}`;
