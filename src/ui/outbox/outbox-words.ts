import { sizeText } from '../bundle-table/size-text.ts';

/** An upload as its row shows it; times and rates as the worker measured them. */
export type UploadState =
  | { readonly state: 'queued' }
  | {
      readonly state: 'sending';
      readonly sent: number;
      readonly bytesPerSec: number | undefined;
      readonly leftSec: number | undefined;
    }
  | { readonly state: 'waiting'; readonly failure: { readonly status: number } }
  | { readonly state: 'done' }
  | {
      readonly state: 'failed';
      readonly failure: { readonly status: number; readonly text: string };
    };

export interface UploadRow {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly inMemory: boolean;
  readonly state: UploadState;
}

const SIGN_IN = 401;
/** What a server answers to a file that it does not take: it takes the same bytes no better the next time. */
const CONTENT_REFUSED: readonly number[] = [400, 413, 415, 422];

/** @returns what is to be known of an upload, in one line */
export function stateText({ size, inMemory, state }: UploadRow): string {
  if (state.state === 'queued') return 'Waits for its turn';
  if (state.state === 'done') return 'Sent';
  if (state.state === 'failed') return failureText(state.failure.text);
  if (state.state === 'waiting') return waitingText(state.failure.status, inMemory);
  const percent = size === 0 ? 100 : Math.floor((state.sent / size) * 100);
  const parts = [`${percent}% of ${sizeText(size)}`];
  if (state.bytesPerSec) parts.push(`${sizeText(Math.round(state.bytesPerSec))}/s`);
  if (state.leftSec !== undefined) parts.push(leftText(state.leftSec));
  return parts.join(' · ');
}

/** What the device could not keep is not said to be kept: the row says that beside it. */
function waitingText(status: number, inMemory: boolean): string {
  if (status === SIGN_IN)
    return inMemory
      ? 'Waits until you sign in again.'
      : 'Kept on this device until you sign in again.';
  return inMemory
    ? 'The server cannot be reached. Sent again by itself.'
    : 'The server cannot be reached. Kept on this device, and sent again by itself.';
}

/** @param text a server's answer, which may hold a sentence for people */
export function failureText(text: string): string {
  const message = /^\s*\{.*"message"\s*:\s*"((?:[^"\\]|\\.)*)"/s.exec(text)?.[1];
  return message === undefined ? text : (JSON.parse(`"${message}"`) as string);
}

export function leftText(sec: number): string {
  if (sec < 60) return `${Math.max(1, Math.ceil(sec))} s left`;
  if (sec < 3600) return `${Math.ceil(sec / 60)} min left`;
  return `${Math.floor(sec / 3600)} h ${Math.ceil((sec % 3600) / 60)} min left`;
}

/** @returns whether it stopped on its way and sending it again can help */
export function canRetry({ state }: Pick<UploadRow, 'state'>): boolean {
  if (state.state === 'failed') return !CONTENT_REFUSED.includes(state.failure.status);
  return state.state === 'waiting';
}

export function isUnsent({ state: { state } }: UploadRow): boolean {
  return state !== 'done';
}

/** @returns the counter's words: what is unsent, or that nothing is */
export function countText(rows: readonly UploadRow[]): string {
  const unsent = rows.filter(isUnsent).length;
  if (unsent === 0) return 'Uploads, all sent';
  return unsent === 1 ? 'Uploads, 1 not sent' : `Uploads, ${unsent} not sent`;
}
