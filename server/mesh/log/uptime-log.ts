import { deflateSync, inflateSync } from 'node:zlib';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import { leafHash, nodeHash, rootOf, type Subtree } from '../../../proofs/merkle.ts';
import type { Entry } from '../../../proofs/report.ts';
import type { Database, Tx } from '../../database/database.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { AfterRound } from '../../feature.ts';
import {
  addToLog,
  BLOCK_SIZE,
  blockEntries,
  closeBlock,
  dropEntriesBefore,
  incidentsBetween,
  lastOfLog,
  listBlocks,
  minutesBetween,
  openEntries,
} from '../rows/uptime-log.ts';

/** As long as incidents. */
const KEEP_MS = 400 * DAY_MS;

/**
 * The log of what this node measured: an entry for each minute, with how long each platform was up, late, down and in maintenance, and one for
 * each incident's beginning and end. It is written in the transaction of a round, so only by the leader, and never changed.
 *
 * @returns adds the minutes that are over at a round, with the incidents that are stored by then
 */
export function createUptimeLog(): AfterRound {
  let writtenUntil = 0;

  return async (tx, _emit, { at: roundAt }) => {
    const until = roundAt - (roundAt % MINUTE_MS);
    if (until === writtenUntil) return;
    const last = await lastOfLog(tx);
    const found =
      last === undefined
        ? [{ at: until - MINUTE_MS }]
        : await entriesBetween(tx, followingMinute(last.at, until), until);
    const first = (last?.position ?? -1) + 1;
    await addToLog(
      tx,
      found.map((entry, i) => ({
        position: first + i,
        at: entry.at - (entry.at % MINUTE_MS),
        entry: JSON.stringify(entry),
      })),
    );
    if (Math.floor((first + found.length) / BLOCK_SIZE) > Math.floor(first / BLOCK_SIZE)) {
      await closeBlocks(tx);
      await dropEntriesBefore(tx, (await pruningTime(tx, until)) - KEEP_MS);
    }
    writtenUntil = until;
  };
}

/** After a clock was set back a little no minute is logged twice; after more, the log does not wait until that time comes again. */
function followingMinute(lastAt: number, until: number): number {
  return lastAt - until > HOUR_MS ? until - MINUTE_MS : lastAt + MINUTE_MS;
}

async function entriesBetween(tx: Tx, from: number, to: number): Promise<Entry[]> {
  const minutes = new Map<number, NonNullable<Entry['times']>>();
  for (const { platform, at, ...row } of await minutesBetween(tx, from, to)) {
    const times = minutes.get(at) ?? {};
    // It proves how platforms answered, and not whose fault it was.
    times[platform] = [row.upMs, row.lateMs, row.downMs + row.affectedMs, row.plannedMs];
    minutes.set(at, times);
  }
  const { opened, ended } = await incidentsBetween(tx, from, to);
  const marks = (rows: typeof opened, is: string) =>
    rows.map(({ at, id, platform, status }) => ({
      at: at ?? 0,
      incident: id,
      platform,
      is,
      status,
    }));
  return [
    ...[...minutes].map(([at, times]) => ({ at, times })),
    ...marks(opened, 'opened'),
    ...marks(ended, 'ended'),
  ].sort((a, b) => a.at - b.at);
}

async function closeBlocks(tx: Tx): Promise<void> {
  const open = await openEntries(tx);
  for (let from = 0; from + BLOCK_SIZE <= open.length; from += BLOCK_SIZE) {
    const block = open.slice(from, from + BLOCK_SIZE);
    const entries = block.map(({ entry }) => entry);
    const times = block.map(({ at }) => at);
    await closeBlock(tx, {
      number: Math.floor((block[0]?.position ?? 0) / BLOCK_SIZE),
      root: bytesToHex(rootOf(entries.map(leafHash))),
      firstAt: Math.min(...times),
      lastAt: Math.max(...times),
      entries: deflateSync(entries.join('\n')).toString('base64'),
    });
  }
}

/** The log as it is now. Hashes of whole blocks are stored; others are computed from their entries. */
export async function readUptimeLog(db: Database) {
  const blocks = await listBlocks(db);
  const open = await openEntries(db);
  const closed = blocks.length * BLOCK_SIZE;
  const kept = new Map<number, readonly string[]>();

  async function entriesOf(number: number): Promise<readonly string[]> {
    if (number >= blocks.length) return open.map(({ entry }) => entry);
    const known = kept.get(number);
    if (known !== undefined) return known;
    const stored = await blockEntries(db, number);
    if (stored === null) throw new Error('The entries of this time are no longer kept.');
    const entries = inflateSync(Buffer.from(stored, 'base64')).toString('utf8').split('\n');
    kept.set(number, entries);
    return entries;
  }

  /** @throws when entries that are no longer kept would be needed */
  async function hashOf([from, to]: Subtree): Promise<Uint8Array> {
    const number = Math.floor(from / BLOCK_SIZE);
    const [start, block] = [number * BLOCK_SIZE, blocks[number]];
    if (block !== undefined && from === start && to === start + BLOCK_SIZE)
      return hexToBytes(block.root);
    if (to <= start + BLOCK_SIZE) {
      const entries = await entriesOf(number);
      return rootOf(entries.slice(from - start, to - start).map(leafHash));
    }
    const middle = from + 2 ** (31 - Math.clz32(to - from - 1));
    return nodeHash(await hashOf([from, middle]), await hashOf([middle, to]));
  }

  return {
    size: closed + open.length,
    /** Epoch milliseconds; 0: it has not. */
    begun: blocks[0]?.firstAt ?? open[0]?.at ?? 0,
    hashOf,
    /** @returns their hashes, hexadecimal */
    async proofOf(subtrees: readonly Subtree[]): Promise<string[]> {
      const proof: string[] = [];
      for (const subtree of subtrees) proof.push(bytesToHex(await hashOf(subtree)));
      return proof;
    },
    /** @returns entries that are still kept, from the first to the last of these minutes (epoch milliseconds), and the position of the first */
    async entriesIn(from: number, to: number): Promise<{ first: number; entries: string[] }> {
      const numbers = blocks.flatMap(({ number, firstAt, lastAt }) =>
        firstAt < to && lastAt >= from ? [number] : [],
      );
      const all: { position: number; entry: string }[] = [];
      for (const number of numbers)
        for (const [i, entry] of (await entriesOf(number)).entries())
          all.push({ position: number * BLOCK_SIZE + i, entry });
      all.push(...open);
      const atOf = ({ entry }: { entry: string }): number => JSON.parse(entry).at;
      const first = all.findIndex((one) => atOf(one) >= from);
      const last = all.findLastIndex((one) => atOf(one) < to);
      const within = first === -1 ? [] : all.slice(first, last + 1);
      return { first: within[0]?.position ?? 0, entries: within.map(({ entry }) => entry) };
    },
  };
}
