import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { httpError } from '../../base/http-error.ts';
import type { Claims } from '../../database/claims.ts';
import type { Journal } from '../../database/journal.ts';
import { whileAllowed } from '../../http/handle.ts';
import { allowLongBody, drainOrCut, hasBody } from '../../http/request-body.ts';

/** Uploads that may be in progress at once; a further one is asked to come again. */
const IN_PROGRESS_MAX = { account: 4, server: 32 };
const RETRY_AFTER = { headers: { 'retry-after': '5' } };

export type UploadSlots = ReturnType<typeof createUploadSlots>;

/**
 * Limits how many requests with upload bytes are in progress, at all instances together. The slots of an instance that was
 * killed are free when its claims have expired.
 */
export function createUploadSlots(claims: Claims, { commit }: Pick<Journal, 'commit'>) {
  async function enter(id: string, accountId: string): Promise<void> {
    const own = { kind: 'upload', key: accountId } as const;
    await commit(async (tx) => {
      if ((await claims.count(tx, own)) >= IN_PROGRESS_MAX.account)
        throw httpError(429, 'You have several uploads in progress. Please wait.', RETRY_AFTER);
      if ((await claims.count(tx, { kind: own.kind })) >= IN_PROGRESS_MAX.server)
        throw httpError(503, 'The server is busy with uploads. Please try again.', RETRY_AFTER);
      await claims.hold(tx, { id, ...own });
    });
  }

  async function runInSlot<T>(request: FastifyRequest, accountId: string, work: () => Promise<T>) {
    const id = randomUUID();
    try {
      await enter(id, accountId);
      allowLongBody(request);
      return await whileAllowed(request, 'operator', work);
    } finally {
      // A row that cannot be removed now expires, as it is no longer renewed.
      await claims.release(id).catch(() => undefined);
    }
  }

  return {
    /**
     * Runs `work` for a request that may carry upload bytes. A refused request's unread body is drained for a
     * while and then cut off.
     *
     * @throws HttpError 429 or 503 when no slot is free, and what `work` throws
     */
    async run<T>(request: FastifyRequest, accountId: string, work: () => Promise<T>): Promise<T> {
      try {
        return await (hasBody(request) ? runInSlot(request, accountId, work) : work());
      } catch (error) {
        drainOrCut(request.raw);
        throw error;
      }
    },
  };
}
