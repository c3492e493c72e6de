import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFilePieces } from '../../../../server/bundles/store/piece-store.ts';
import {
  type BundleSink,
  type ReceivedTransfer,
  refused,
  type TransferState,
} from '../../../../server/mesh/transfers/chunked-transfers.ts';
import { createSharedTransfers } from '../../../../server/mesh/transfers/shared-transfers.ts';
import { temporaryDir } from '../../temporary-dir.ts';

const BYTES = randomBytes(1000);
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const SHA256 = sha256Of(BYTES);
const OFFER = { sha256: SHA256, size: 1000, name: 'a.zip', priority: 'high' } as const;
const CHECKING: TransferState = { state: 'checking', offset: 0, message: null };

let directory: string;
let incoming: string;
let kept: (ReceivedTransfer & { bytes: Buffer })[];
let answer: TransferState;
let running: Set<string>;
const errors = vi.fn();

beforeEach(async () => {
  const root = await temporaryDir();
  directory = join(root, 'arriving');
  incoming = join(root, 'incoming');
  mkdirSync(incoming);
  [kept, answer, running] = [[], CHECKING, new Set()];
  errors.mockClear();
});

/** One of the instances. */
const open = (now = Date.now) => {
  const sink: BundleSink = {
    directory,
    maxBytes: 5000,
    find: async () => (kept.length > 0 ? CHECKING : null),
    async keep(transfer) {
      if (answer.state !== 'refused')
        kept.push({ ...transfer, bytes: readFileSync(transfer.path) });
      rmSync(transfer.path);
      return answer;
    },
  };
  return createSharedTransfers({
    ...{ sink, directory: incoming, now, onError: errors },
    pieces: createFilePieces(directory, incoming),
    async tryRun(name, work) {
      if (running.has(name)) return false;
      running.add(name);
      work()
        .catch(errors)
        .finally(() => running.delete(name));
      return true;
    },
  });
};
const chunk = (from: number, to: number, bytes = BYTES) => ({
  ...{ sha256: SHA256, offset: from },
  bytes: bytes.subarray(from, to).toString('base64'),
});

describe('a transfer to several instances', () => {
  test('arrives once, whichever instance gets which call', async () => {
    const [a, b] = [open(), open()];
    expect(await a.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 0 });
    expect(await b.chunk('forge', chunk(0, 300))).toMatchObject({ state: 'wanted', offset: 300 });
    expect(await a.chunk('forge', chunk(300, 600))).toMatchObject({ offset: 600 });
    expect(await b.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 600 });
    expect(await a.chunk('forge', chunk(600, 1000))).toEqual(CHECKING);
    expect(await b.offer('forge', OFFER)).toEqual(CHECKING);
    await vi.waitFor(() => expect(kept).toMatchObject([{ ...OFFER, from: 'forge', bytes: BYTES }]));
    await vi.waitFor(() => expect(readdirSync(directory)).toEqual([]));
    expect(readdirSync(incoming)).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
  });

  test('ignores chunks that repeat, leave a gap or were not offered', async () => {
    const [a, b] = [open(), open()];
    expect(await a.chunk('forge', chunk(0, 300))).toMatchObject({ state: 'unoffered' });
    await a.offer('forge', OFFER);
    await a.chunk('forge', chunk(0, 500));
    for (const wrong of [chunk(0, 500), chunk(700, 800), { ...chunk(0, 1000), offset: 500 }])
      expect(await b.chunk('forge', wrong)).toMatchObject({ state: 'wanted', offset: 500 });
  });

  test('is finished by another instance when the one with the last chunk dies', async () => {
    const a = open();
    await a.offer('forge', OFFER);
    running.add(`forge.${SHA256}`);
    expect(await a.chunk('forge', chunk(0, 1000))).toEqual(CHECKING);
    expect(kept).toEqual([]);
    running.clear();
    expect(await open().offer('forge', OFFER)).toEqual(CHECKING);
    await vi.waitFor(() => expect(kept).toHaveLength(1));
  });

  test.each([
    ['with a wrong hash', CHECKING, randomBytes(1000), /hash/],
    ['that the sink refuses', refused('no room'), BYTES, /no room/],
  ])(
    '%s is refused with its reason, and can be offered again later',
    async (_, state, bytes, why) => {
      answer = state;
      const a = open();
      await a.offer('forge', OFFER);
      await a.chunk('forge', chunk(0, 1000, bytes));
      await vi.waitFor(async () =>
        expect(await open().offer('forge', OFFER)).toMatchObject({
          state: 'refused',
          message: expect.stringMatching(why),
        }),
      );
      const later = open(() => Date.now() + 120_000);
      expect(await later.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 0 });
    },
  );
});
