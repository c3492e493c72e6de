import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database, Tx } from './database.ts';
import { readSetting, saveSetting } from './settings.ts';

const NAMES = 'live streams';
/** Starts after which consoles of before read everything again. */
const NAMES_MAX = 16;

const StreamNameSchema = z.object({
  id: z.string(),
  /** Up to here numbers mean the same under the names before. */
  from: z.number(),
  /** What the database was opened by: see `nameStream`. */
  run: z.string(),
});
type StreamName = z.infer<typeof StreamNameSchema>;

/**
 * The names of the live stream, newest first. A number says which change it means only together with a name: a database that was
 * put back, or a standby that takes over without the last rows, gives the same numbers again. As the leader epochs of Kafka
 * (KIP-101), each name knows up to which number it shares the history of those before it.
 */
export type StreamNames = readonly StreamName[];

export const readStreamNames = async (db: Database): Promise<StreamNames> =>
  (await readSetting(db, NAMES, z.array(StreamNameSchema))) ?? [];

/**
 * Gives the stream a new name, unless its newest one was given in this run: rows of an earlier run may have been lost without
 * anybody's knowledge.
 *
 * @param from up to which number the names before mean the same
 * @param run changes when the database may be another one
 */
export async function nameStream(tx: Tx, from: number, run: string): Promise<StreamNames> {
  const names = await readStreamNames(tx);
  return names[0]?.run === run ? names : addName(tx, names, { from, run });
}

/** Rows that an instance has published are lost: no number of before means anything. @param known name that the instance has */
export async function renameStream(tx: Tx, known: string | undefined): Promise<StreamNames> {
  const names = await readStreamNames(tx);
  const { id, run = '' } = names[0] ?? {};
  return id === known ? addName(tx, names, { from: 0, run }) : names;
}

/** A database that was restored is another one. */
export const forgetStreamNames = (tx: Tx): Promise<void> => saveSetting(tx, NAMES, []);

async function addName(tx: Tx, names: StreamNames, rest: Omit<StreamName, 'id'>) {
  const next = [{ id: randomBytes(9).toString('base64url'), ...rest }, ...names];
  await saveSetting(tx, NAMES, next.slice(0, NAMES_MAX));
  return next.slice(0, NAMES_MAX);
}

/** @returns whether this number of the stream of this name means the same in the stream as it is now */
export function isSameHistory(names: StreamNames, id: string, seq: number): boolean {
  const place = names.findIndex((name) => name.id === id);
  return place >= 0 && names.slice(0, place).every(({ from }) => seq <= from);
}
