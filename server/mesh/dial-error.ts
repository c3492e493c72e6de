import { type Silence, wordsOf } from './failure.ts';

/** No answer came, and why. */
export class DialError extends Error {
  override readonly name = 'DialError';

  constructor(
    readonly silence: Silence,
    options?: ErrorOptions,
  ) {
    super(wordsOf(silence), options);
  }
}
