import type { Failure, FailureCause, Outcome } from '../worker/api.ts';

export type { Failure, FailureCause, Outcome };

/** A call that failed, as the error catalogue writes it: `"<status>: <text>"`; without an answer there is no status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer that can be used. */
  readonly status: number;
  readonly text: string;
  readonly why: FailureCause;

  constructor(failure: Failure) {
    super(failure.status === 0 ? failure.text : `${failure.status}: ${failure.text}`);
    this.status = failure.status;
    this.text = failure.text;
    this.why = failure.why;
  }
}

/**
 * @returns the sentence that the server wrote for the person who waits (`{ message }`), or undefined when
 *   the answer holds none.
 */
export function messageOf(failure: { readonly text: string }): string | undefined {
  const answer = jsonOf(failure.text);
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  return typeof answer.message === 'string' && answer.message !== '' ? answer.message : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
