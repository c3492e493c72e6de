import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ChallengeIdSchema } from './messages.ts';

/** Where every node publishes the nonces that it signed. */
export const PROOF_PATH = '/.well-known/route66';

/** The signed nonces that a node publishes, one a challenge, for as long as they could be asked for. */
export interface Shelf {
  /** @returns false when there is no room left */
  publish(challenge: string, token: string): Promise<boolean>;
  /** @returns null for what is not there, or no challenge's name at all */
  read(challenge: string): Promise<string | null>;
  /** The directory, when there is one. */
  readonly path: string;
}

const PUBLISHED_MAX = 256;
/** Longer than the longest deadline. */
const KEEP_MS = 10 * 60 * 1000;

const isChallenge = (name: string) => z.safeParse(ChallengeIdSchema, name).success;

/** Publishes files, which outlive a restart. */
export async function openShelf(path: string, now: () => number): Promise<Shelf> {
  await mkdir(path, { recursive: true, mode: 0o700 });

  async function withoutOld(): Promise<number> {
    const names = await readdir(path);
    const kept = await Promise.all(names.map((name) => dropIfOld(join(path, name), now())));
    return kept.filter(Boolean).length;
  }

  return {
    path,
    async publish(challenge, token) {
      if (!isChallenge(challenge) || (await withoutOld()) >= PUBLISHED_MAX) return false;
      const file = join(path, challenge);
      await writeFile(`${file}.new`, token);
      await rename(`${file}.new`, file);
      return true;
    },
    async read(challenge) {
      if (!isChallenge(challenge)) return null;
      return readFile(join(path, challenge), 'utf8').catch(nullIfMissing);
    },
  };
}

/** @returns whether it was kept */
async function dropIfOld(file: string, now: number): Promise<boolean> {
  const facts = await stat(file).catch(nullIfMissing);
  if (facts === null) return false;
  if (now - facts.mtimeMs < KEEP_MS) return true;
  await rm(file, { force: true });
  return false;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Publishes from memory, for as long as the process lives. */
export function createShelf(now: () => number): Shelf {
  const published = new Map<string, { readonly token: string; readonly until: number }>();
  return {
    path: '',
    async publish(challenge, token) {
      for (const [name, { until }] of published) if (until < now()) published.delete(name);
      if (!isChallenge(challenge) || published.size >= PUBLISHED_MAX) return false;
      published.set(challenge, { token, until: now() + KEEP_MS });
      return true;
    },
    read: async (challenge) => published.get(challenge)?.token ?? null,
  };
}
