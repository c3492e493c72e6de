import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createParcels,
  type Depot,
  type Parcel,
  type ParcelState,
} from '../../../server/mesh/parcels.ts';
import { temporaryDir } from '../temporary-dir.ts';

const BYTES = randomBytes(1000);
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const SHA256 = sha256Of(BYTES);
const OFFER = { sha256: SHA256, size: 1000, name: 'a.zip', priority: 'high' } as const;
const CHECKING: ParcelState = { state: 'checking', offset: 0, message: null };

let directory: string;
let kept: (Parcel & { bytes: Buffer })[];
let depot: Depot;
beforeEach(async () => {
  directory = join(await temporaryDir(), 'arriving');
  kept = [];
  depot = {
    directory,
    maxBytes: 5000,
    find: async () => (kept.length > 0 ? CHECKING : null),
    async keep(parcel) {
      kept.push({ ...parcel, bytes: readFileSync(parcel.path) });
      return CHECKING;
    },
  };
});

const open = () => createParcels({ depot, now: Date.now });
const chunk = (from: number, to: number, bytes = BYTES) => ({
  sha256: SHA256,
  offset: from,
  bytes: bytes.subarray(from, to).toString('base64'),
});

describe('a parcel', () => {
  test('arrives in chunks and is handed on whole, with its facts', async () => {
    const parcels = open();
    expect(await parcels.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 0 });
    expect(await parcels.chunk('forge', chunk(0, 600))).toMatchObject({ offset: 600 });
    expect(await parcels.chunk('forge', chunk(600, 1000))).toEqual(CHECKING);
    expect(kept).toMatchObject([{ ...OFFER, from: 'forge', bytes: BYTES }]);
    expect(await parcels.offer('forge', OFFER)).toEqual(CHECKING);
  });

  test('goes on where it was after a restart', async () => {
    const before = open();
    await before.offer('forge', OFFER);
    await before.chunk('forge', chunk(0, 700));
    const after = open();
    expect(await after.chunk('forge', chunk(700, 1000))).toMatchObject({ state: 'unoffered' });
    expect(await after.offer('forge', OFFER)).toMatchObject({ state: 'wanted', offset: 700 });
    expect(await after.chunk('forge', chunk(700, 1000))).toEqual(CHECKING);
    expect(kept[0]?.bytes).toEqual(BYTES);
  });

  test('passes over what it has already, and what would leave a gap or go beyond its end', async () => {
    const parcels = open();
    await parcels.offer('forge', OFFER);
    await parcels.chunk('forge', chunk(0, 500));
    for (const wrong of [chunk(0, 500), chunk(700, 800), { ...chunk(0, 1000), offset: 500 }])
      expect(await parcels.chunk('forge', wrong)).toMatchObject({ state: 'wanted', offset: 500 });
    expect(await parcels.chunk('forge', chunk(500, 1000))).toEqual(CHECKING);
  });

  test('whose bytes are not the announced ones is refused and leaves nothing', async () => {
    const parcels = open();
    await parcels.offer('forge', OFFER);
    const refused = await parcels.chunk('forge', chunk(0, 1000, randomBytes(1000)));
    expect(refused).toMatchObject({ state: 'refused', message: expect.stringMatching(/hash/) });
    expect([kept, readdirSync(directory)]).toEqual([[], []]);
  });

  test('that is too large is refused before a byte is taken', async () => {
    const refused = await open().offer('forge', { ...OFFER, size: 5001 });
    expect(refused).toMatchObject({ state: 'refused' });
    expect(existsSync(directory)).toBe(false);
  });

  test('row 50: of one sender never mixes with another’s of the same content', async () => {
    const parcels = open();
    await Promise.all([parcels.offer('forge', OFFER), parcels.offer('harbor', OFFER)]);
    await parcels.chunk('forge', chunk(0, 400));
    expect(await parcels.offer('harbor', OFFER)).toMatchObject({ offset: 0 });
    expect(await parcels.offer('forge', OFFER)).toMatchObject({ offset: 400 });
  });

  test('makes room by dropping the sender’s oldest unfinished ones', async () => {
    const parcels = open();
    for (let i = 0; i < 12; i++) {
      const sha256 = sha256Of(Buffer.from(`${i}`));
      await parcels.offer('forge', { ...OFFER, sha256 });
      await parcels.chunk('forge', { ...chunk(0, 10), sha256 });
    }
    expect(readdirSync(directory).length).toBeLessThanOrEqual(8);
  });
});
