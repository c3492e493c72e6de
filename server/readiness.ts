import { access, constants } from 'node:fs/promises';
import type { BundleStoreConfig } from './bundles/bundle-store-config.ts';
import type { Clock } from './clock.ts';
import type { DatabaseHealth } from './store/health.ts';

/** Whether this instance should be sent requests: what load balancers ask by `/readyz`. */
export interface Readiness {
  /** From now on this instance accepts requests. */
  open(): void;
  /** From now on nobody new is to be sent here. What is open goes on. */
  drain(): void;
  /** @returns what is in the way; empty: ready */
  check(): Promise<readonly NotReady[]>;
}

export type NotReady = 'starting' | 'draining' | 'database' | 'bundles';

interface ReadinessDeps {
  readonly clock: Clock;
  readonly health: Pick<DatabaseHealth, 'isReachable'>;
  readonly bundleStore: BundleStoreConfig;
}

/** A load balancer waits a second or more for its answer, and a mount that is gone may not answer at all. */
const CHECK_LIMIT_MS = 900;

export function createReadiness({ clock, health, bundleStore }: ReadinessDeps): Readiness {
  let phase: 'starting' | 'open' | 'draining' = 'starting';

  async function succeeds(work: Promise<unknown>): Promise<boolean> {
    const done = new AbortController();
    const outcome = work.then(
      () => true,
      () => false,
    );
    const late = clock.sleep(CHECK_LIMIT_MS, done.signal).then(() => false);
    const result = await Promise.race([outcome, late]);
    done.abort();
    return result;
  }

  return {
    open() {
      if (phase === 'starting') phase = 'open';
    },
    drain() {
      phase = 'draining';
    },
    async check() {
      if (phase !== 'open') return [phase];
      const database = health.isReachable();
      const bundles = await succeeds(checkBundleStore(bundleStore));
      return [
        ...(database ? [] : (['database'] as const)),
        ...(bundles ? [] : (['bundles'] as const)),
      ];
    },
  };
}

/**
 * A mount can be missing on one instance alone. Object storage is the same for all instances: when it is away, leaving out
 * every one of them would help nobody.
 */
async function checkBundleStore(store: BundleStoreConfig): Promise<void> {
  if (store.kind === 'file') await access(store.directory, constants.R_OK | constants.W_OK);
}
