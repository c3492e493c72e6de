import { expect, test } from 'vitest';
import {
  canRetry,
  leftText,
  stateText,
  type UploadRow,
  uploadsText,
  waitingText,
} from '../../src/domain/upload-text.ts';

const MIB = 1024 * 1024;

type State = UploadRow['state'];

const rowWith = (state: State): UploadRow => ({
  id: 'one',
  name: 'feature.zip',
  size: 4 * MIB,
  inMemory: false,
  state,
});

const sending = (sent: number, bytesPerSec?: number, leftSec?: number) =>
  stateText(rowWith({ state: 'sending', sent, bytesPerSec, leftSec }));

const stopped = (state: 'waiting' | 'failed', status: number, text = ''): State => ({
  state,
  tries: 1,
  failure: { ok: false, status, text, why: status === 0 ? 'unreachable' : 'refused' },
});

test('an upload says what it does: its file is checked, sent, and finished on the server', () => {
  expect(sending(0)).toBe('Checking the file…');
  expect(sending(MIB)).toBe('Sending 25% of 4 MB');
  expect(sending(MIB, 512 * 1024, 6)).toBe('Sending 25% of 4 MB · 512 KB/s · 6 s left');
  expect(sending(4 * MIB, 512 * 1024, 1)).toBe('Finishing…');
  expect(sending(5 * MIB)).toBe('Finishing…');
});

test('an upload that waits says for what', () => {
  const waiting = (status: number) => stateText(rowWith(stopped('waiting', status)));
  expect(waiting(0)).toBe('Waiting for the server. Sends automatically.');
  expect(waiting(401)).toBe('Waiting until you sign in again.');
});

test('a file that waits is said to be saved only where it is', () => {
  expect(waitingText({ status: 0 }, false)).toBe(
    'Saved on this device. It uploads when the server is back.',
  );
  expect(waitingText({ status: 401 }, false)).toMatch(/^Saved .* sign in again\.$/);
  for (const status of [0, 401]) expect(waitingText({ status }, true)).not.toMatch(/Saved/);
});

test('shows the server’s message of a refusal, whatever else is in its answer', () => {
  const text = (answer: string) => stateText(rowWith(stopped('failed', 422, answer)));
  expect(text('{"message":"The file is \\"not\\" a ZIP"}')).toBe('The file is "not" a ZIP');
  expect(text('Bad Gateway')).toBe('Bad Gateway');
});

test('time left is rounded up, and never nothing', () => {
  expect([0, 59.2, 61, 3700].map(leftText)).toEqual([
    '1 s left',
    '60 s left',
    '2 min left',
    '1 h 2 min left',
  ]);
});

test.each([
  [{ state: 'queued' } as State, false],
  [{ state: 'done', bundle: undefined } as State, false],
  [stopped('waiting', 0), true],
  [stopped('failed', 0, 'It could not be sent within a week'), true],
  [stopped('failed', 500), true],
  [stopped('failed', 507), true],
  [stopped('failed', 413), false],
  [stopped('failed', 415), false],
  [stopped('failed', 422), false],
])('of %j it is %s that sending again can help', (state, can) => {
  expect(canRetry(rowWith(state))).toBe(can);
});

test('the counter counts what is not sent, and what was refused only when nothing is', () => {
  const done = rowWith({ state: 'done', bundle: undefined });
  const queued = rowWith({ state: 'queued' });
  expect(uploadsText([done])).toBe('Uploads, all sent');
  expect(uploadsText([done, queued])).toBe('Uploads, 1 not sent');
  expect(uploadsText([queued, queued])).toBe('Uploads, 2 not sent');
  const refused = rowWith(stopped('failed', 422));
  expect(uploadsText([refused, done])).toBe('Uploads, 1 refused');
  expect(uploadsText([refused, rowWith(stopped('failed', 507))])).toBe('Uploads, 1 not sent');
});
