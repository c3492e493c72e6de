/** How a call ended. An error would lose its fields between threads, so both ends are values. */
export type Outcome<T = unknown> = { readonly ok: true; readonly data: T } | Failure;

export interface Failure {
  readonly ok: false;
  /** Of the answer; 0 when there was none that can be used. */
  readonly status: number;
  /** The answer's text, its status text when that is empty, or what stood in the way. */
  readonly text: string;
  readonly why: FailureCause;
}

/**
 * refused: the server said no; unreachable: no answer; late: none within the limit; foreign: one that is not provably
 * the server's (a proxy's error, a captive portal's page, JSON of another shape); worker: the worker died.
 */
type FailureCause = 'refused' | 'unreachable' | 'late' | 'foreign' | 'worker';

/**
 * A call that failed. `message` is written as the error catalogue wants it, `"<status>: <text>"`; without an
 * answer there is no status.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer that can be used. */
  readonly status: number;
  readonly text: string;
  readonly why: FailureCause;

  constructor(failure: Failure) {
    const isSentence = failure.status === 0 || isProxyPage(failure);
    super(isSentence ? failure.text : `${failure.status}: ${failure.text}`);
    this.status = failure.status;
    this.text = failure.text;
    this.why = failure.why;
  }

  /** The sentence that the server wrote for people; without one the catalogue's message. */
  get userMessage(): string {
    if (this.text === '') return `The server answered ${this.status}.`;
    return messageOf(this) ?? this.message;
  }
}

/** What is said of an answer that something in front of the server has given. */
export const proxyText = (status: number) => `The proxy in front answered ${status}`;

/** Why there is no connection: whoever is here has to sign in there, with a full load of the page. */
export const PROXY_SIGN_IN = 'The sign-in in front of this server has ended your session.';

/** Said of an answer that leads to another address, which no call's does: to the sign-in of a proxy in front. */
export const REDIRECTED = 'The answer leads elsewhere';

/** @returns whether it was a page, where this server speaks JSON */
export const isProxyPage = ({ status, text }: Failure | ApiError): boolean =>
  text === proxyText(status);

/** @returns whether a proxy in front wants somebody to sign in, at itself */
export const isProxySignIn = (failure: Failure) => failure.status === 401 && isProxyPage(failure);

/** @returns whether this server has said that nobody is signed in */
export const isSignedOut = (failure: Failure) => failure.status === 401 && !isProxyPage(failure);

/** @returns why something failed, in words for people */
export function userMessageOf(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage;
  return error instanceof Error ? error.message : String(error);
}

/** @returns the sentence in an answer `{ message }`, or undefined when it has none */
export function messageOf(failure: { readonly text: string }): string | undefined {
  const { message } = answerOf(failure);
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** @returns the fields of an answer that is a JSON object, else none */
export function answerOf({ text }: { readonly text: string }): Record<string, unknown> {
  try {
    // A number or a text has no fields, and null is made one.
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
