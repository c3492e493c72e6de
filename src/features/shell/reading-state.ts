import type { Reading } from '../../shared/model.ts';
import { type ApiError, messageOf } from '../../shared/outcome.ts';
import type { ReadingState } from '../../ui/reading-note/reading-state.ts';

/** @returns how a read stands, as components show it */
export function stateOf(reading: Reading<unknown>): ReadingState {
  const { at, age, loading } = reading;
  return { at, age, failure: failureOf(reading), loading };
}

/** @returns why the last read failed: the server's own sentence where it wrote one */
export function failureOf({ failure }: Pick<Reading<unknown>, 'failure'>) {
  return failure && { message: wordsOf(failure), status: failure.status };
}

function wordsOf(failure: ApiError): string {
  if (failure.why === 'unreachable') return 'the server cannot be reached';
  const sentence = messageOf(failure);
  return sentence ? `${failure.status}: ${sentence}` : failure.message;
}
