import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answered, Said } from './messages.ts';
import type { Duties } from './peer.ts';

/**
 * The receiving side of a deploy: takes a sister's file in piece by piece, in any number of sittings, and
 * hands it on once it is whole and has the hash that was announced. What the bytes are is the depot's to
 * know. A part lies under a name of our own and outlives a restart.
 */
export type ParcelState = Answered<'offer'>;

/** A whole parcel whose hash is right and whose bytes are synced. */
export interface Parcel extends Said<'offer'> {
  /** Platform id of the sender. */
  readonly from: string;
  readonly path: string;
}

/** What becomes of whole parcels. */
export interface Depot {
  /** Where parts lie; nothing else does. */
  readonly directory: string;
  readonly maxBytes: number;
  /** @returns how a parcel that came whole stands; null when there is none */
  find(from: string, sha256: string): Promise<ParcelState | null>;
  /** Takes the file over: moves it or removes it. */
  keep(parcel: Parcel): Promise<ParcelState>;
}

/** Unfinished parcels of one sender; the oldest makes room for a new one. */
const PARTS_MAX = 8;
/** A part that nobody has sent anything of for so long is dropped. */
const KEEP_MS = 24 * 60 * 60 * 1000;

export const wanted = (offset: number): ParcelState => ({ state: 'wanted', offset, message: null });
export const refused = (message: string): ParcelState => ({ state: 'refused', offset: 0, message });

interface Part {
  readonly path: string;
  readonly size: number;
  readonly hash: Hash;
  offset: number;
  facts: Said<'offer'>;
}

export interface ParcelParts {
  readonly depot: Depot;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createParcels({ depot, now }: ParcelParts): Pick<Duties, 'offer' | 'chunk'> {
  const parts = new Map<string, Part>();
  const oneByOne = createOrder();

  async function openPart(key: string, from: string, facts: Said<'offer'>): Promise<Part> {
    const path = join(depot.directory, key);
    await mkdir(depot.directory, { recursive: true, mode: 0o700 });
    for (const name of await withoutOld(depot.directory, { from, keep: key, now: now() }))
      parts.delete(name);
    const { offset, hash } = await readPart(path, facts.size);
    const part = { path, size: facts.size, hash, offset, facts };
    parts.set(key, part);
    return part;
  }

  async function offer(from: string, said: Said<'offer'>): Promise<ParcelState> {
    const known = await depot.find(from, said.sha256);
    if (known !== null) return known;
    if (said.size > depot.maxBytes) return refused(`it takes at most ${depot.maxBytes} bytes`);
    const key = keyOf(from, said.sha256);
    const part = parts.get(key) ?? (await openPart(key, from, said));
    if (part.size !== said.size) return refused('its size was announced otherwise before');
    part.facts = said;
    return wanted(part.offset);
  }

  async function chunk(from: string, said: Said<'chunk'>): Promise<ParcelState> {
    const key = keyOf(from, said.sha256);
    const part = parts.get(key);
    if (part === undefined) return UNOFFERED;
    const bytes = Buffer.from(said.bytes, 'base64');
    if (said.offset !== part.offset || part.offset + bytes.length > part.size)
      return wanted(part.offset);
    await appendFile(part.path, bytes, { mode: 0o600 });
    part.hash.update(bytes);
    part.offset += bytes.length;
    if (part.offset < part.size) return wanted(part.offset);
    parts.delete(key);
    return finish(from, part);
  }

  async function finish(from: string, { path, hash, facts }: Part): Promise<ParcelState> {
    if (hash.digest('hex') !== facts.sha256) {
      await rm(path, { force: true });
      return refused('what arrived does not have the hash that was announced');
    }
    await syncFile(path);
    return depot.keep({ ...facts, from, path });
  }

  return {
    offer: (from, said) => oneByOne(keyOf(from, said.sha256), () => offer(from, said)),
    chunk: (from, said) => oneByOne(keyOf(from, said.sha256), () => chunk(from, said)),
  };
}

/** Of a node that has no place for what others deploy. */
export const NO_PARCELS: Pick<Duties, 'offer' | 'chunk'> = {
  offer: () => refused('it takes no bundles'),
  chunk: () => refused('it takes no bundles'),
};

const UNOFFERED: ParcelState = { state: 'unoffered', offset: 0, message: null };
const ENDING = '.part';

/** Both are checked already: an id of the configuration, and 64 hexadecimal digits. */
const keyOf = (from: string, sha256: string) => `${from}.${sha256}${ENDING}`;

/** What is said of one parcel is done in the order in which it came. */
function createOrder() {
  const last = new Map<string, Promise<unknown>>();
  return function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    void settled.then(() => last.get(key) === settled && last.delete(key));
    return mine;
  };
}

/** @returns the names of the parts that were dropped: too old, or more than a sender may leave open */
async function withoutOld(
  directory: string,
  { from, keep, now }: { from: string; keep: string; now: number },
): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name !== keep);
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(directory, name))).mtimeMs })),
  );
  const old = aged.filter(({ at }) => now - at > KEEP_MS);
  const own = aged.filter(({ name }) => name.startsWith(`${from}.`)).sort((a, b) => b.at - a.at);
  const dropped = [...new Set([...old, ...own.slice(PARTS_MAX - 1)])].map(({ name }) => name);
  await Promise.all(dropped.map((name) => rm(join(directory, name), { force: true })));
  return dropped;
}

/** @returns how much is there already, hashed; a part that is longer than the whole is begun anew */
async function readPart(path: string, size: number): Promise<{ offset: number; hash: Hash }> {
  const hash = createHash('sha256');
  const there = await stat(path).catch(() => null);
  if (there === null) return { offset: 0, hash };
  if (there.size >= size) {
    await rm(path, { force: true });
    return { offset: 0, hash };
  }
  for await (const piece of createReadStream(path)) hash.update(piece);
  return { offset: there.size, hash };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
