import type { AnswerHead } from '../http/answer.ts';
import { NOT_REACHED } from '../http/http-client.ts';

/** The ways in which an upload's bytes leave. Tests bring their own. */
export interface UploadTransports {
  /** @returns SHA-256, hexadecimal. Rejects when the file cannot be read */
  readonly hash: (file: Blob, signal: AbortSignal) => Promise<string>;
  /** The form of the specification, in one go. Rejects when there is no answer. */
  readonly sendForm: (upload: FormUpload) => Promise<RawAnswer>;
  /** The tus protocol, from where it broke off. Rejects when there is no answer. */
  readonly sendResumable: (upload: ResumableUpload) => Promise<RawAnswer>;
}

interface UploadRun {
  /** @param sent bytes that have left so far, those of earlier tries included */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

export interface FormUpload extends UploadRun {
  readonly address: string;
  readonly form: FormData;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ResumableUpload extends UploadRun {
  readonly endpoint: string;
  /** Where the server keeps what has arrived; undefined: nothing has. */
  readonly uploadUrl: string | undefined;
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  readonly onUploadUrl: (uploadUrl: string) => void;
}

export interface RawAnswer extends AnswerHead {
  readonly text: string;
  /** Sender and server disagree on how far it has got: begin at what the server knows. */
  readonly outOfStep?: boolean;
}

/** Sends a form by XMLHttpRequest: `fetch` does not report the progress of a body. */
export function sendForm({
  address,
  form,
  headers,
  onProgress,
  signal,
}: FormUpload): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = (text: string) => () => {
      signal.removeEventListener('abort', stop);
      reject(new Error(text));
    };
    request.open('POST', address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = fail(NOT_REACHED);
    request.onabort = fail('stopped');
    request.onload = () => {
      signal.removeEventListener('abort', stop);
      const { status, statusText, responseText: text } = request;
      const headers = { has: (name: string) => request.getResponseHeader(name) !== null };
      resolve({ ok: status >= 200 && status < 300, status, statusText, headers, text });
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) fail('stopped')();
    else request.send(form);
  });
}
