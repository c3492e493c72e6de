import { createHash } from 'node:crypto';
import { isWithinLast } from '../../base/clock.ts';
import { open } from '../../base/file-work.ts';
import type { Payload } from '../wire/messages.ts';

type Offer = Payload<'offer'>;

/** Small pieces of what has not arrived completely, where every instance finds them. Each is there as a whole or not. */
export interface PieceStore {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** In order of their names. */
  list(prefix: string): Promise<readonly Piece[]>;
  remove(name: string): Promise<void>;
}

export interface Piece {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds, by the store's clock. */
  readonly modifiedAt: number;
}

/** Of one sender; the oldest is dropped for a new one. */
const TRANSFERS_MAX = 8;
/** Pieces are dropped so long after the last one. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** The sender asks once a second while a file is checked. */
const REFUSED_MS = 60_000;
const OFFSET_DIGITS = 15;

/** Safe as a name: both are verified, a configured platform id and 64 hexadecimal digits. */
export const keyOf = (from: string, sha256: string) => `${from}.${sha256}`;

/**
 * What peers have sent of their files so far, as pieces:
 *
 *   <sender>.<sha256>.offer           what was offered
 *   <sender>.<sha256>.<offset>        a chunk
 *   <sender>.<sha256>.refused         why the complete file was refused
 */
export function createArrivals(pieces: PieceStore, now: () => number) {
  async function offerOf(key: string): Promise<Offer | null> {
    const bytes = await pieces.get(`${key}.offer`);
    return bytes === null ? null : JSON.parse(bytes.toString());
  }

  const chunksOf = async (key: string) =>
    (await pieces.list(`${key}.`)).filter(({ name }) => /\.\d+$/.test(name));

  /** @returns how many bytes are there without a gap */
  async function sizeOf(key: string): Promise<number> {
    let arrived = 0;
    for (const { name, size } of await chunksOf(key)) {
      if (Number(name.slice(-OFFSET_DIGITS)) !== arrived) break;
      arrived += size;
    }
    return arrived;
  }

  /** @returns the hash of all chunks */
  async function writeTo(path: string, key: string): Promise<string> {
    const hash = createHash('sha256');
    const file = await open(path, 'wx', 0o600);
    try {
      for (const { name } of await chunksOf(key)) {
        const bytes = (await pieces.get(name)) ?? Buffer.alloc(0);
        hash.update(bytes);
        await file.writeFile(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  }

  /** The offer last: without it the rest is not looked at. Why it was refused is kept. */
  async function drop(key: string): Promise<void> {
    const kept = [`${key}.offer`, `${key}.refused`];
    for (const { name } of await pieces.list(`${key}.`))
      if (!kept.includes(name)) await pieces.remove(name);
    await pieces.remove(`${key}.offer`);
  }

  async function dropOld(from: string): Promise<void> {
    const last = new Map<string, number>();
    for (const { name, modifiedAt } of await pieces.list(`${from}.`)) {
      const key = name.slice(0, name.lastIndexOf('.'));
      last.set(key, Math.max(modifiedAt, last.get(key) ?? 0));
    }
    const newest = [...last].sort(([, a], [, b]) => b - a);
    for (const [index, [key, at]] of newest.entries())
      if (index >= TRANSFERS_MAX - 1 || now() - at > KEEP_MS) {
        await drop(key);
        await pieces.remove(`${key}.refused`);
      }
  }

  return {
    offerOf,
    begin: (key: string, offer: Offer) =>
      pieces.put(`${key}.offer`, Buffer.from(JSON.stringify(offer))),
    sizeOf,
    add: (key: string, offset: number, bytes: Buffer) =>
      pieces.put(`${key}.${String(offset).padStart(OFFSET_DIGITS, '0')}`, bytes),
    writeTo,
    refuse: (key: string, message: string) =>
      pieces.put(`${key}.refused`, Buffer.from(JSON.stringify({ message, at: now() }))),
    /** @returns why the complete file was refused a moment ago */
    async refusalOf(key: string): Promise<string | null> {
      const bytes = await pieces.get(`${key}.refused`);
      if (bytes === null) return null;
      const { message, at } = JSON.parse(bytes.toString());
      if (isWithinLast(REFUSED_MS, at, now())) return message;
      await pieces.remove(`${key}.refused`);
      return null;
    },
    drop,
    dropOld,
  };
}
