import { failureText, type NoAnswer } from '../failure.ts';

/** No answer came. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly reason: NoAnswer,
    options?: ErrorOptions,
  ) {
    super(failureText(reason), options);
  }
}
