import { access, constants } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { LIVENESS_PATH, READINESS_PATH } from '../../contract/pages.ts';
import type { Clock } from '../base/clock.ts';
import type { BundleStoreConfig } from '../config/bundle-store-config.ts';
import type { DiskBallast } from '../database/data-dir.ts';
import type { DatabaseHealth } from '../database/health.ts';

/** Whether this instance should be sent requests: what load balancers ask by `/readyz`. */
export type Readiness = ReturnType<typeof createReadiness>;

type NotReady = 'starting' | 'draining' | 'database' | 'disk' | 'bundles';

interface ReadinessDeps {
  readonly clock: Clock;
  readonly health: Pick<DatabaseHealth, 'isReachable'>;
  readonly ballast: Pick<DiskBallast, 'hasRoom'>;
  readonly bundleStore: BundleStoreConfig;
}

/** A load balancer waits a second or more for its answer, and a mount that is gone may not answer at all. */
const CHECK_LIMIT_MS = 900;

export function createReadiness(deps: ReadinessDeps) {
  const { clock, health, ballast, bundleStore } = deps;
  let phase: 'starting' | 'open' | 'draining' = 'starting';

  /** @returns false also when it fails, or takes too long */
  async function holds(work: Promise<boolean>): Promise<boolean> {
    const done = new AbortController();
    const outcome = work.catch(() => false);
    const late = clock.sleep(CHECK_LIMIT_MS, done.signal).then(() => false);
    const result = await Promise.race([outcome, late]);
    done.abort();
    return result;
  }

  return {
    /** From now on this instance accepts requests. */
    open(): void {
      if (phase === 'starting') phase = 'open';
    },
    /** From now on nobody new is to be sent here. What is open goes on. */
    drain(): void {
      phase = 'draining';
    },
    /** @returns what is in the way; empty: ready */
    async check(): Promise<readonly NotReady[]> {
      if (phase !== 'open') return [phase];
      const database = health.isReachable();
      const [disk, bundles] = await Promise.all([
        holds(ballast.hasRoom()),
        holds(isUsable(bundleStore)),
      ]);
      return [
        ...(database ? [] : (['database'] as const)),
        ...(disk ? [] : (['disk'] as const)),
        ...(bundles ? [] : (['bundles'] as const)),
      ];
    },
  };
}

/**
 * A mount can be missing on one instance alone. Object storage is the same for all instances: when it is away, leaving out
 * every one of them would help nobody.
 */
async function isUsable(store: BundleStoreConfig): Promise<boolean> {
  if (store.kind === 'file') await access(store.directory, constants.R_OK | constants.W_OK);
  return true;
}

const SENTENCES: Readonly<Record<NotReady, string>> = {
  starting: 'This instance is starting.',
  draining: 'This instance is stopping.',
  database: 'The database cannot be reached.',
  disk: 'The disk of the data directory is full.',
  bundles: 'The directory of the bundles cannot be used.',
};
const UNCACHED = { 'cache-control': 'no-store' };

/**
 * For supervisors and load balancers, without a session: whether the process lives, which asks nothing of the database, and
 * whether it should be sent requests.
 */
export function healthCalls(app: FastifyInstance, readiness: Pick<Readiness, 'check'>): void {
  app.get(LIVENESS_PATH, (_request, reply) => reply.headers(UNCACHED).send({ alive: true }));
  app.get(READINESS_PATH, async (_request, reply) => {
    const reasons = await readiness.check();
    const [first] = reasons;
    reply.headers(UNCACHED);
    if (first === undefined) return reply.send({ ready: true });
    return reply.code(503).send({ ready: false, reasons, message: SENTENCES[first] });
  });
}
