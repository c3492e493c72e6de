import { Histogram, Registry } from 'prom-client';
import { HttpError } from '../base/http-error.ts';
import type { Journal } from '../database/journal.ts';

/** What is measured where it happens, for `/metrics`. */
export type Meters = ReturnType<typeof createMeters>;

const MS_PER_SEC = 1000;
const COMMIT_OUTCOMES = ['ok', 'refused', 'failed'] as const;
/** Verbs of S3 that bundles need. */
const OPERATIONS = ['abort', 'complete', 'copy', 'create', 'delete', 'get', 'head', 'list', 'put'];

/** @param hasObjectStorage bundles are not on a disk */
export function createMeters({ hasObjectStorage }: { hasObjectStorage: boolean }) {
  const registry = new Registry();
  const commits = new Histogram({
    name: 'meridian_journal_commit_seconds',
    help: 'How long commits took, their waiting for one another included, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const storage = new Histogram({
    name: 'meridian_bundle_store_seconds',
    help: 'How long requests to the object storage of bundles took, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: hasObjectStorage ? [registry] : [],
  });

  // A counter that begins at more than 0 hides its first events from rates.
  for (const outcome of COMMIT_OUTCOMES) commits.zero({ outcome });
  for (const operation of OPERATIONS)
    for (const outcome of ['ok', 'failed']) storage.zero({ operation, outcome });

  return {
    registry,
    /** @returns the journal with measured commits, which wait for one another */
    measured: (journal: Journal): Journal => ({
      ...journal,
      async commit(work) {
        const startedAt = performance.now();
        const end = (outcome: (typeof COMMIT_OUTCOMES)[number]) =>
          commits.labels(outcome).observe((performance.now() - startedAt) / MS_PER_SEC);
        try {
          const result = await journal.commit(work);
          end('ok');
          return result;
        } catch (error) {
          end(isRefusal(error) ? 'refused' : 'failed');
          throw error;
        }
      },
    }),
    /** @param ms how long the operation took */
    observeStore: (operation: string, ms: number, ok: boolean) =>
      storage.labels(operation, ok ? 'ok' : 'failed').observe(ms / MS_PER_SEC),
  };
}

/** What was asked for is not allowed, such as one more bundle than a quota. The database is well. */
const isRefusal = (error: unknown): boolean => error instanceof HttpError;
