import type { OutboxItem } from '../shared/model.ts';
import { type Failure, messageOf } from '../shared/outcome.ts';
import { sizeText } from './format.ts';

/** What the texts need to know of an upload; times and rates are as the worker measured them. */
export type UploadRow = Omit<OutboxItem, 'addedAt'>;

const SIGN_IN = 401;
/** What a server answers to a file that it does not take: it takes the same bytes no better the next time. */
const CONTENT_REFUSED: readonly number[] = [400, 413, 415, 422];

/**
 * What an upload that is on its way does: before its bytes leave its file is hashed, and after the last one the server
 * writes the file to its disk.
 */
export function uploadPhase(sent: number, size: number): 'checking' | 'sending' | 'finishing' {
  if (sent <= 0) return 'checking';
  return sent < size ? 'sending' : 'finishing';
}

/** @returns whole percents */
export function percentOf(sent: number, size: number): number {
  return size === 0 ? 100 : Math.min(100, Math.floor((100 * sent) / size));
}

/** @returns the state of an upload in one line */
export function stateText({ size, state }: Pick<UploadRow, 'size' | 'state'>): string {
  switch (state.state) {
    case 'queued':
      return 'Waiting for its turn';
    case 'done':
      return 'Sent';
    case 'failed':
      return messageOf(state.failure) ?? state.failure.text;
    case 'waiting':
      return whyWaiting(state.failure);
    case 'sending':
      return sendingText(state, size);
  }
}

function whyWaiting(failure: Failure): string {
  if (failure.why === 'foreign' && failure.status !== 0)
    return `${failure.text}. Sends automatically.`;
  return failure.status === SIGN_IN
    ? 'Waiting until you sign in again.'
    : 'Waiting for the server. Sends automatically.';
}

type Sending = Extract<OutboxItem['state'], { state: 'sending' }>;

function sendingText({ sent, bytesPerSec, leftSec }: Sending, size: number): string {
  const phase = uploadPhase(sent, size);
  if (phase === 'checking') return 'Checking the file…';
  if (phase === 'finishing') return 'Finishing…';
  const parts = [`Sending ${percentOf(sent, size)}% of ${sizeText(size)}`];
  if (bytesPerSec) parts.push(`${sizeText(Math.round(bytesPerSec))}/s`);
  if (leftSec !== undefined) parts.push(leftText(leftSec));
  return parts.join(' · ');
}

/** @returns what becomes of a file that could not be sent now, and is not lost */
export function waitingText(failure: { readonly status: number }, inMemory: boolean): string {
  if (inMemory) return 'This device could not save the file: keep this page open until it is sent.';
  return failure.status === SIGN_IN
    ? 'Saved on this device. It uploads when you sign in again.'
    : 'Saved on this device. It uploads when the server is back.';
}

export function leftText(sec: number): string {
  if (sec < 60) return `${Math.max(1, Math.ceil(sec))} s left`;
  if (sec < 3600) return `${Math.ceil(sec / 60)} min left`;
  return `${Math.floor(sec / 3600)} h ${Math.ceil((sec % 3600) / 60)} min left`;
}

const isRefused = ({ state }: Pick<UploadRow, 'state'>) =>
  state.state === 'failed' && CONTENT_REFUSED.includes(state.failure.status);

/** @returns whether it stopped on its way and sending it again can help */
export const canRetry = (row: Pick<UploadRow, 'state'>): boolean =>
  row.state.state === 'waiting' || (row.state.state === 'failed' && !isRefused(row));

/** @returns whether it waits to be sent, by itself or by a press: what the server refused does not */
export const isUnsent = (row: Pick<UploadRow, 'state'>): boolean =>
  row.state.state !== 'done' && !isRefused(row);

/** @returns the counter's words: what is unsent, or else what was refused */
export function uploadsText(rows: readonly UploadRow[]): string {
  const unsent = rows.filter(isUnsent).length;
  const refused = rows.filter(isRefused).length;
  if (unsent > 0) return `Uploads, ${unsent} not sent`;
  return refused > 0 ? `Uploads, ${refused} refused` : 'Uploads, all sent';
}
