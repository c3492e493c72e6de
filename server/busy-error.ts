/** Too many requests wait for the same costly work. Answered with `status` and `Retry-After`. */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';

  /** @param message a whole sentence for the caller */
  constructor(
    message: string,
    readonly status: 429 | 503,
    readonly retryAfterSec: number,
  ) {
    super(message);
  }
}
