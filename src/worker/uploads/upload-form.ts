import { NOT_REACHED } from '../calls/not-reached.ts';
import type { FormOrder, RawAnswer } from './upload-doors.ts';

/** Sends a form by XMLHttpRequest: `fetch` does not tell how much of a body has left. */
export function sendForm({ address, form, headers, moved, signal }: FormOrder): Promise<RawAnswer> {
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
    request.upload.onprogress = ({ loaded }) => moved(loaded);
    request.onerror = fail(NOT_REACHED);
    request.onabort = fail('given up');
    request.onload = () => {
      signal.removeEventListener('abort', stop);
      const { status, statusText, responseText: text } = request;
      resolve({ ok: status >= 200 && status < 300, status, statusText, text });
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) fail('given up')();
    else request.send(form);
  });
}
