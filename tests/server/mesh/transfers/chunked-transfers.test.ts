import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BundleSink,
  createTransferReceiver,
  type ReceivedTransfer,
  type TransferState,
} from '../../../../server/mesh/transfers/chunked-transfers.ts';
import { temporaryDir } from '../../temporary-dir.ts';

const BYTES = randomBytes(1000);
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const SHA256 = sha256Of(BYTES);
const OFFER = { sha256: SHA256, size: 1000, name: 'a.zip', priority: 'high' } as const;
const CHECKING: TransferState = { state: 'checking', offset: 0, message: null };

let directory: string;
let kept: (ReceivedTransfer & { bytes: Buffer })[];
let sink: BundleSink;
beforeEach(async () => {
  directory = join(await temporaryDir(), 'arriving');
  kept = [];
  sink = {
    directory,
    maxBytes: 5000,
    find: async () => (kept.length > 0 ? CHECKING : null),
    async keep(transfer) {
      kept.push({ ...transfer, bytes: readFileSync(transfer.path) });
      return CHECKING;
    },
  };
});

const open = () => createTransferReceiver({ sink, now: Date.now });
const chunk = (from: number, to: number, bytes = BYTES) => ({
  sha256: SHA256,
  offset: from,
  bytes: bytes.subarray(from, to).toString('base64'),
});

describe('a transfer', () => {
  test('arrives in chunks and is passed on complete, with its offer', async () => {
    const transfers = open();
    expect(await transfers.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 0 });
    expect(await transfers.chunk('forge', chunk(0, 600))).toMatchObject({ offset: 600 });
    expect(await transfers.chunk('forge', chunk(600, 1000))).toEqual(CHECKING);
    expect(kept).toMatchObject([{ ...OFFER, from: 'forge', bytes: BYTES }]);
    expect(await transfers.offer('forge', OFFER)).toEqual(CHECKING);
  });

  test('continues after a restart', async () => {
    const before = open();
    await before.offer('forge', OFFER);
    await before.chunk('forge', chunk(0, 700));
    const after = open();
    expect(await after.chunk('forge', chunk(700, 1000))).toMatchObject({ state: 'unoffered' });
    expect(await after.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 700 });
    expect(await after.chunk('forge', chunk(700, 1000))).toEqual(CHECKING);
    expect(kept[0]?.bytes).toEqual(BYTES);
  });

  test('ignores chunks that repeat, leave a gap, or go beyond the end', async () => {
    const transfers = open();
    await transfers.offer('forge', OFFER);
    await transfers.chunk('forge', chunk(0, 500));
    for (const wrong of [chunk(0, 500), chunk(700, 800), { ...chunk(0, 1000), offset: 500 }])
      expect(await transfers.chunk('forge', wrong)).toMatchObject({ state: 'wanted', offset: 500 });
    expect(await transfers.chunk('forge', chunk(500, 1000))).toEqual(CHECKING);
  });

  test('with a wrong hash is refused and leaves no file', async () => {
    const transfers = open();
    await transfers.offer('forge', OFFER);
    const refused = await transfers.chunk('forge', chunk(0, 1000, randomBytes(1000)));
    expect(refused).toMatchObject({ state: 'refused', message: expect.stringMatching(/hash/) });
    expect([kept, readdirSync(directory)]).toEqual([[], []]);
  });

  test('that is too large is refused before any chunk', async () => {
    const refused = await open().offer('forge', { ...OFFER, size: 5001 });
    expect(refused).toMatchObject({ state: 'refused' });
    expect(existsSync(directory)).toBe(false);
  });

  test('of one sender never mixes with another sender’s of the same content', async () => {
    const transfers = open();
    await Promise.all([transfers.offer('forge', OFFER), transfers.offer('harbor', OFFER)]);
    await transfers.chunk('forge', chunk(0, 400));
    expect(await transfers.offer('harbor', OFFER)).toMatchObject({ offset: 0 });
    expect(await transfers.offer('forge', OFFER)).toMatchObject({ offset: 400 });
  });

  test('drops the sender’s oldest unfinished one to make room', async () => {
    const transfers = open();
    for (let i = 0; i < 12; i++) {
      const sha256 = sha256Of(Buffer.from(`${i}`));
      await transfers.offer('forge', { ...OFFER, sha256 });
      await transfers.chunk('forge', { ...chunk(0, 10), sha256 });
    }
    expect(readdirSync(directory).length).toBeLessThanOrEqual(8);
  });
});
