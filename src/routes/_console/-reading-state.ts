import { messageOf } from '../../link/outcome.ts';
import type { Reading } from '../../link/reads.ts';
import type { ReadingState } from '../../ui/reading-note/reading-state.ts';

/** @returns how a read stands, as components show it: the server's own sentence where it wrote one */
export function stateOf(reading: Reading<unknown>): ReadingState {
  const { at, age, failure, loading } = reading;
  if (!failure) return { at, age, failure: undefined, loading };
  const sentence = messageOf(failure);
  const message = sentence ? `${failure.status}: ${sentence}` : failure.message;
  return { at, age, failure: { message }, loading };
}
