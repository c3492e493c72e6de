import { expect, test } from 'vitest';
import {
  canRetry,
  countText,
  failureText,
  leftText,
  stateText,
  type UploadRow,
} from './outbox-words.ts';

const MIB = 1024 * 1024;

const rowWith = (state: UploadRow['state']): UploadRow => ({
  id: 'one',
  name: 'feature.zip',
  size: 4 * MIB,
  inMemory: false,
  state,
});

test('an upload says how far it is, how fast, and for how long still', () => {
  const sending = { state: 'sending', sent: MIB, bytesPerSec: 512 * 1024, leftSec: 6 } as const;
  expect(stateText(rowWith(sending))).toBe('25% of 4 MB · 512 KB/s · 6 s left');
  const young = { ...sending, bytesPerSec: undefined, leftSec: undefined };
  expect(stateText(rowWith(young))).toBe('25% of 4 MB');
});

test('an upload that waits says for what', () => {
  expect(stateText(rowWith({ state: 'waiting', failure: { status: 0 } }))).toMatch(/sent again/);
  expect(stateText(rowWith({ state: 'waiting', failure: { status: 401 } }))).toMatch(/sign in/);
});

test('what the device could not keep is not said to be kept', () => {
  for (const status of [0, 401]) {
    const row = rowWith({ state: 'waiting', failure: { status } });
    expect(stateText(row)).toMatch(/Kept/);
    expect(stateText({ ...row, inMemory: true })).not.toMatch(/Kept/);
  }
});

test('a refusal is told in the server’s words, whatever else is in its answer', () => {
  expect(failureText('{"message":"The file is \\"not\\" a ZIP"}')).toBe('The file is "not" a ZIP');
  expect(failureText('Bad Gateway')).toBe('Bad Gateway');
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
  [{ state: 'queued' }, false],
  [{ state: 'done' }, false],
  [{ state: 'waiting', failure: { status: 0 } }, true],
  [{ state: 'failed', failure: { status: 0, text: 'It could not be sent within a week' } }, true],
  [{ state: 'failed', failure: { status: 500, text: 'Internal Server Error' } }, true],
  [{ state: 'failed', failure: { status: 507, text: 'The disk is full' } }, true],
  [{ state: 'failed', failure: { status: 413, text: 'Too large' } }, false],
  [{ state: 'failed', failure: { status: 415, text: 'No ZIP' } }, false],
  [{ state: 'failed', failure: { status: 422, text: 'No ZIP' } }, false],
] as const)('of %j it is %s that sending again can help', (state, can) => {
  expect(canRetry(rowWith(state))).toBe(can);
});

test('every sentence of an upload that waits ends as one', () => {
  for (const status of [0, 401])
    expect(stateText(rowWith({ state: 'waiting', failure: { status } }))).toMatch(/\.$/);
});

test('the counter counts what is not sent', () => {
  const done = rowWith({ state: 'done' });
  const queued = rowWith({ state: 'queued' });
  expect(countText([done])).toBe('Uploads, all sent');
  expect(countText([done, queued])).toBe('Uploads, 1 not sent');
  expect(countText([queued, queued])).toBe('Uploads, 2 not sent');
});
