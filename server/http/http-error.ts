/**
 * An answer other than 200: `throw httpError(409, 'That name is taken.')` answers that status with `{ message }`.
 * The message is a sentence for the person who waits; it never holds a path, SQL or a stack.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/**
 * @param status 400 to 499, or 503 for overload
 * @param headers such as `retry-after` (seconds)
 */
export function httpError(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpError {
  return new HttpError(status, message, headers);
}
