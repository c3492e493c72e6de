import { access, constants } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { LIVENESS_PATH, READINESS_PATH } from '../../contract/pages.ts';
import type { Clock } from '../base/clock.ts';
import { durationText } from '../base/duration-text.ts';
import type { Loops } from '../base/loop.ts';
import type { BundleStoreConfig } from '../config/bundle-store-config.ts';
import type { DiskBallast } from '../database/data-dir.ts';
import type { DatabaseHealth } from '../database/health.ts';

/** Whether this instance should be sent requests: what load balancers ask by `/readyz`. */
export type Readiness = ReturnType<typeof createReadiness>;

type Part = 'starting' | 'draining' | 'database' | 'disk' | 'bundles';

interface NotReady {
  /** A part, or the name of a loop that is late. */
  readonly reason: string;
  readonly message: string;
}

interface ReadinessDeps {
  readonly clock: Clock;
  readonly loops: Pick<Loops, 'standstills'>;
  readonly health: Pick<DatabaseHealth, 'isReachable'>;
  readonly ballast: Pick<DiskBallast, 'hasRoom'>;
  readonly bundleStore: BundleStoreConfig;
}

/** A load balancer waits a second or more for its answer, and a mount that is gone may not answer at all. */
const CHECK_LIMIT_MS = 900;

export function createReadiness(deps: ReadinessDeps) {
  const { clock, loops, health, ballast, bundleStore } = deps;
  let phase: 'starting' | 'open' | 'draining' = 'starting';

  /** @returns asks once at a time, whoever waits: false also when it fails, or takes too long */
  function shared(ask: () => Promise<boolean>): () => Promise<boolean> {
    let asking: Promise<boolean> | undefined;
    return async () => {
      asking ??= ask()
        .catch(() => false)
        .finally(() => {
          asking = undefined;
        });
      const done = new AbortController();
      const late = clock.sleep(CHECK_LIMIT_MS, done.signal).then(() => false);
      const result = await Promise.race([asking, late]);
      done.abort('done');
      return result;
    };
  }
  const hasRoom = shared(ballast.hasRoom);
  const hasBundles = shared(() => isUsable(bundleStore));

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
      if (phase !== 'open') return [{ reason: phase, message: SENTENCES[phase] }];
      const database = health.isReachable();
      const [disk, bundles] = await Promise.all([hasRoom(), hasBundles()]);
      const missing = Object.entries({ database, disk, bundles }).filter(([, holds]) => !holds);
      return [
        ...missing.map(([reason]) => ({ reason, message: SENTENCES[reason as Part] })),
        ...loops.standstills().map(({ name, without, sinceMs }) => ({
          reason: name,
          message: `This instance has ${without} for ${durationText(sinceMs)}.`,
        })),
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

const SENTENCES: Readonly<Record<Part, string>> = {
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
    const missing = await readiness.check();
    const [first] = missing;
    reply.headers(UNCACHED);
    if (first === undefined) return reply.send({ ready: true });
    const reasons = missing.map(({ reason }) => reason);
    return reply.code(503).send({ ready: false, reasons, message: first.message });
  });
}
