import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { createFilePieces } from '../../bundles/store/piece-store.ts';
import {
  type BundleSink,
  createTransferReceiver,
  type ReceivedTransfer,
  refused,
  type TransferState,
} from './transfer-receiver.ts';

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
let room: (size: number, arrived: number) => TransferState | null;
const errors = vi.fn();

beforeEach(async () => {
  const root = await temporaryDir();
  directory = join(root, 'arriving');
  incoming = join(root, 'incoming');
  mkdirSync(incoming);
  [kept, answer, running, room] = [[], CHECKING, new Set(), () => null];
  errors.mockClear();
});

/** One of the instances. */
const open = (now = Date.now) => {
  const sink: BundleSink = {
    maxBytes: 5000,
    find: async () => (kept.length > 0 ? CHECKING : null),
    roomProblem: async (size, arrived) => room(size, arrived),
    async keep(transfer) {
      if (answer.state !== 'refused')
        kept.push({ ...transfer, bytes: readFileSync(transfer.path) });
      rmSync(transfer.path);
      return answer;
    },
  };
  return createTransferReceiver({
    ...{ sink, directory: incoming, now },
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

describe('a transfer', () => {
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

  test('continues after a restart', async () => {
    const before = open();
    await before.offer('forge', OFFER);
    await before.chunk('forge', chunk(0, 700));
    const after = open();
    expect(await after.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 700 });
    expect(await after.chunk('forge', chunk(700, 1000))).toEqual(CHECKING);
    await vi.waitFor(() => expect(kept[0]?.bytes).toEqual(BYTES));
  });

  test('that is too large is refused before the disk is asked, without a trace', async () => {
    room = () => expect.unreachable('the disk was asked');
    // Nobody has that much room.
    const refused = await open().offer('forge', { ...OFFER, size: 1e15 });
    const message = 'it is too large: at most 5000 bytes are taken';
    expect(refused).toMatchObject({ state: 'refused', message });
    expect(existsSync(directory)).toBe(false);
  });

  test('is refused while there is no room for what is missing', async () => {
    const a = open();
    const ask = vi.fn<typeof room>(() => null);
    room = ask;
    await a.offer('forge', OFFER);
    await a.chunk('forge', chunk(0, 400));
    ask.mockReturnValue(refused('no room'));
    expect(await a.offer('forge', OFFER)).toEqual(refused('no room'));
    expect(ask.mock.calls).toEqual([
      [1000, 0],
      [1000, 400],
    ]);
  });

  test('of one sender never mixes with another sender’s of the same content', async () => {
    const a = open();
    await Promise.all([a.offer('forge', OFFER), a.offer('harbor', OFFER)]);
    await a.chunk('forge', chunk(0, 400));
    expect(await a.offer('harbor', OFFER)).toMatchObject({ offset: 0 });
    expect(await a.offer('forge', OFFER)).toMatchObject({ offset: 400 });
  });

  test('drops the sender’s oldest unfinished one to make room', async () => {
    const a = open();
    for (let i = 0; i < 12; i++) {
      const sha256 = sha256Of(Buffer.from(`${i}`));
      await a.offer('forge', { ...OFFER, sha256 });
      await a.chunk('forge', { ...chunk(0, 10), sha256 });
    }
    const offers = readdirSync(directory).filter((name) => name.endsWith('.offer'));
    expect(offers.length).toBeLessThanOrEqual(8);
    expect(readdirSync(directory)).toHaveLength(2 * offers.length);
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
    running.add(`arriving forge.${SHA256}`);
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
