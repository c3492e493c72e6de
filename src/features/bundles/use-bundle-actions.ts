import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useAction } from '../../console/actions.ts';
import { notify } from '../../console/notices.ts';
import { workerClient } from '../../console/worker-client.ts';
import { ApiError, type Outcome, userMessageOf } from '../../shared/outcome.ts';

const NOT_FOUND = 404;

/** The server has turned out not to have the call. That holds as long as this page does. */
let isDeployMissing = false;

/** Asks the server to deploy bundles. The call is an extra one, which a server may not have. */
export function useDeploy() {
  const action = useAction('deploy');
  const [pending, setPending] = useState(false);
  const [isHidden, setHidden] = useState(isDeployMissing);

  async function deploy(bundles: readonly Bundle[], platforms: readonly string[]): Promise<void> {
    const orders = bundles.flatMap((bundle) => orderOf(bundle, platforms) ?? []);
    setPending(true);
    const messages: (string | undefined)[] = [];
    const failures = await forEachBundle(orders, async ({ bundle, ...order }) => {
      const { message } = await action.mutateAsync({ params: { id: String(bundle.id) }, ...order });
      messages.push(message);
    });
    const [failed] = failures;
    isDeployMissing ||= failed !== undefined && (await isCallMissing(failed));
    setHidden(isDeployMissing);
    setPending(false);
    if (isDeployMissing)
      notify({ title: 'This server does not deploy bundles', severity: 'error' });
    else if (failed) notifyFailures('deploy', failures, orders.length);
    else
      notify({
        title: 'Deployment started',
        message:
          orders.length === 1
            ? (messages[0] ?? orders[0]?.bundle.name)
            : `${orders.length} bundles are on their way.`,
        severity: 'success',
      });
  }
  /** `deploy` is undefined where the server does not deploy. */
  return { pending, deploy: isHidden ? undefined : deploy };
}

/** @returns undefined when none of the platforms is a target */
function orderOf(bundle: Bundle, chosen: readonly string[]) {
  const targets = bundle.targetPlatforms;
  const platforms = targets ? targets.filter((name) => chosen.includes(name)) : [...chosen];
  return platforms.length === 0 ? undefined : { bundle, platforms };
}

/** Deletes bundles from the server, and says how it ended. */
export function useBundleDeletion() {
  const action = useAction('removeBundle');
  const [pending, setPending] = useState(false);
  return {
    pending,
    /** @returns whether all of them are gone */
    async deleteBundles(bundles: readonly Bundle[]): Promise<boolean> {
      setPending(true);
      const orders = bundles.map((bundle) => ({ bundle }));
      const failures = await forEachBundle(orders, ({ bundle }) =>
        action.mutateAsync({ params: { id: String(bundle.id) } }),
      );
      setPending(false);
      if (failures.length > 0) notifyFailures('delete', failures, bundles.length);
      else
        notify({
          title: bundles.length === 1 ? 'Bundle deleted' : `${bundles.length} bundles deleted`,
          message: bundles.length === 1 ? bundles[0]?.name : undefined,
          severity: 'success',
        });
      return failures.length === 0;
    },
  };
}

interface BundleFailure {
  readonly bundle: Bundle;
  readonly error: unknown;
}

/** One after the other: a server limits how many calls it takes at once. */
async function forEachBundle<Order extends { readonly bundle: Bundle }>(
  orders: readonly Order[],
  call: (order: Order) => Promise<unknown>,
): Promise<readonly BundleFailure[]> {
  const failures: BundleFailure[] = [];
  for (const order of orders) {
    await call(order).catch((error: unknown) => failures.push({ bundle: order.bundle, error }));
  }
  return failures;
}

function notifyFailures(verb: string, failures: readonly BundleFailure[], asked: number): void {
  const [first] = failures;
  const reason = userMessageOf(first?.error);
  notify({
    severity: 'error',
    title:
      asked === 1
        ? `Failed to ${verb} bundle`
        : `Failed to ${verb} ${failures.length} of ${asked} bundles`,
    message: asked === 1 ? reason : `${first?.bundle.name}: ${reason}`,
  });
}

/** A 404 means that the bundle is gone, or, while the server still lists the bundle, that it lacks the call. */
async function isCallMissing({ bundle, error }: BundleFailure): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status !== NOT_FOUND) return false;
  const list = (await workerClient.send('bundles')) as Outcome<readonly Bundle[]>;
  return list.ok && list.data.some(({ id }) => id === bundle.id);
}
