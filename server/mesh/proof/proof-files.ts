import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '../../store/database.ts';
import { publishProof, readProof } from '../../store/published-proofs.ts';
import { ChallengeIdSchema } from '../wire/messages.ts';

/** Where every node publishes its signed nonces. */
export const PROOF_PATH = '/.well-known/route66';

/** The signed nonces that a node publishes, one for each challenge. */
export interface ProofFiles {
  /** @returns false when too many are published, or the name is not a challenge id */
  publish(challenge: string, token: string): Promise<boolean>;
  /** @returns null when there is none */
  read(challenge: string): Promise<string | null>;
  /** The directory, or the path of the address; empty when they are kept in memory. */
  readonly path: string;
}

const PUBLISHED_MAX = 256;
/** Longer than the longest deadline. */
const KEEP_MS = 10 * 60 * 1000;

const isChallenge = (name: string) => z.safeParse(ChallengeIdSchema, name).success;

/** Keeps them as files, which survive a restart. */
export async function openProofFiles(path: string, now: () => number): Promise<ProofFiles> {
  await mkdir(path, { recursive: true, mode: 0o700 });

  /** @returns how many are left */
  async function dropOldFiles(): Promise<number> {
    const names = await readdir(path);
    const kept = await Promise.all(names.map((name) => keepIfRecent(join(path, name), now())));
    return kept.filter(Boolean).length;
  }

  return {
    path,
    async publish(challenge, token) {
      if (!isChallenge(challenge) || (await dropOldFiles()) >= PUBLISHED_MAX) return false;
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

/** @returns whether the file was kept */
async function keepIfRecent(file: string, now: number): Promise<boolean> {
  const stats = await stat(file).catch(nullIfMissing);
  if (stats === null) return false;
  if (now - stats.mtimeMs < KEEP_MS) return true;
  await rm(file, { force: true });
  return false;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Keeps them in the database, where every instance finds them. */
export function createTableProofFiles(db: Database, now: () => number): ProofFiles {
  return {
    path: PROOF_PATH,
    async publish(challenge, token) {
      if (!isChallenge(challenge)) return false;
      const at = now();
      const proof = { challenge, token, until: at + KEEP_MS };
      return publishProof(db, proof, { now: at, max: PUBLISHED_MAX });
    },
    read: async (challenge) => (isChallenge(challenge) ? readProof(db, challenge) : null),
  };
}

/** Keeps them in memory. */
export function createMemoryProofFiles(now: () => number): ProofFiles {
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
