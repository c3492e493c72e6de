import type { FastifyRequest } from 'fastify';
import type { SlotCounter } from '../../bundles/uploads/slot-counter.ts';
import { UploadError, type UploadErrorReason } from '../../bundles/uploads/upload-error.ts';
import { httpError } from '../../http/http-error.ts';
import { allowLongBody, drainOrCut, hasBody } from '../../http/request-body.ts';

const RETRY_AFTER = { headers: { 'retry-after': '5' } };

/** Limits how many requests with upload bytes are in progress. */
export interface UploadSlots {
  /**
   * Runs `work` for a request that may carry upload bytes. A refused request's unread body is drained for a
   * while and then cut off.
   *
   * @throws HttpError 429 or 503 when no slot is free, and for every UploadError of `work`
   */
  run<T>(request: FastifyRequest, accountId: string, work: () => Promise<T>): Promise<T>;
}

export function createUploadSlots(counter: SlotCounter): UploadSlots {
  async function runInSlot<T>(request: FastifyRequest, accountId: string, work: () => Promise<T>) {
    const leave = await counter.enter(accountId);
    if (leave === 'account')
      throw httpError(429, 'You have several uploads in progress. Please wait.', RETRY_AFTER);
    if (leave === 'server')
      throw httpError(503, 'The server is busy with uploads. Please try again.', RETRY_AFTER);
    try {
      allowLongBody(request);
      return await work();
    } finally {
      await leave();
    }
  }

  return {
    async run(request, accountId, work) {
      try {
        return await (hasBody(request) ? runInSlot(request, accountId, work) : work());
      } catch (error) {
        drainOrCut(request.raw);
        throw toHttpError(error);
      }
    },
  };
}

const STATUS_BY_REASON: Readonly<Record<UploadErrorReason, number>> = {
  'too-large': 413,
  'not-a-zip': 400,
  'cut-off': 400,
  empty: 400,
  damaged: 422,
  'key-reused': 409,
  quota: 409,
  'no-room': 507,
  unavailable: 503,
};

/** @returns the HTTP answer to an UploadError; any other error unchanged */
export function toHttpError(error: unknown): unknown {
  if (!(error instanceof UploadError)) return error;
  return httpError(STATUS_BY_REASON[error.reason], error.message);
}
