import type * as z from 'zod/mini';
import type { ErrorAnswerSchema } from '../../contract/shapes/system.ts';

/**
 * An answer other than 200: `throw httpError(409, 'That name is taken.')` answers that status with problem details and `message`.
 * The message is a sentence for the person who waits; it never holds a path, SQL or a stack.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
    /** What the answer says beside the message. */
    readonly details: ErrorDetails,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type ErrorDetails = Omit<z.infer<typeof ErrorAnswerSchema>, 'message'>;

interface ErrorExtras extends ErrorDetails {
  /** Such as `retry-after` (seconds). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param status 400 to 499, 503 for overload, or 507 without space */
export function httpError(
  status: number,
  message: string,
  { headers = {}, ...details }: ErrorExtras = {},
): HttpError {
  return new HttpError(status, message, headers, details);
}

export const signInRequired = () => httpError(401, 'Please sign in.');

/** Too many requests wait for the same costly work. */
export class BusyError extends HttpError {
  override readonly name: string = 'BusyError';

  /** @param message a whole sentence for the caller */
  constructor(
    message: string,
    override readonly status: 429 | 503,
    readonly retryAfterSec: number,
  ) {
    super(status, message, { 'retry-after': String(retryAfterSec) }, {});
  }
}
