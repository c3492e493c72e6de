import { type DetailedError, Upload } from 'tus-js-client';
import type { RawAnswer, ResumableUpload } from './transports.ts';

/** What the protocol answers when sender and server do not agree on where they are. */
const OUT_OF_STEP = [404, 409, 410, 412, 423, 460];

/** Sends a file by the tus protocol, once: the outbox decides when it is tried again. */
export function sendResumable(run: ResumableUpload): Promise<RawAnswer> {
  const { endpoint, uploadUrl, file, metadata, onUploadUrl, onProgress, signal } = run;
  return new Promise((resolve, reject) => {
    const stop = () => {
      void upload.abort();
      reject(new Error('stopped'));
    };
    const unlisten = () => signal.removeEventListener('abort', stop);
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: uploadUrl ?? null,
      metadata: { ...metadata },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url !== null) onUploadUrl(upload.url);
      },
      onProgress,
      onSuccess: () => {
        unlisten();
        resolve({ ok: true, status: 204, statusText: '', text: '' });
      },
      onError: (error) => {
        unlisten();
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
  const headers = { has: (name: string) => response.getHeader(name) !== undefined };
  return { ok: false, status, statusText: '', headers, text: response.getBody(), outOfStep };
}
