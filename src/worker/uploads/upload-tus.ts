import { type DetailedError, Upload } from 'tus-js-client';
import type { RawAnswer, ResumableOrder } from './upload-doors.ts';

/** What the protocol answers when sender and server do not agree on where they are. */
const OUT_OF_STEP = [404, 409, 410, 412, 423, 460];

/**
 * Sends a file by the tus protocol, once: when to try again is the outbox's to say. The library would fail
 * by itself when the browser calls itself offline, and so it does here.
 */
export function sendResumable(order: ResumableOrder): Promise<RawAnswer> {
  const { endpoint, place, file, metadata, placed, moved, signal } = order;
  return new Promise((resolve, reject) => {
    const stop = () => {
      void upload.abort();
      reject(new Error('given up'));
    };
    const settled = () => signal.removeEventListener('abort', stop);
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: place ?? null,
      metadata: { ...metadata },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url !== null) placed(upload.url);
      },
      onProgress: moved,
      onSuccess: () => {
        settled();
        resolve({ ok: true, status: 204, statusText: '', text: '' });
      },
      onError: (error) => {
        settled();
        const answer = answerOf(error);
        if (answer === undefined) reject(error);
        else resolve(answer);
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else upload.start();
  });
}

/** @returns undefined when the server said nothing */
function answerOf(error: Error | DetailedError): RawAnswer | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response || response.getStatus() === 0) return undefined;
  const status = response.getStatus();
  const isBeginning = 'originalRequest' in error && error.originalRequest.getMethod() === 'POST';
  const outOfStep = !isBeginning && (status >= 500 || OUT_OF_STEP.includes(status));
  return { ok: false, status, statusText: '', text: response.getBody(), outOfStep };
}
