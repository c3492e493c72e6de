import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal, soleTermJournal } from '../../../../server/database/journal.ts';
import type { AfterRound } from '../../../../server/feature.ts';
import {
  createPeerRegistry,
  restoreStatuses,
} from '../../../../server/mesh/peers/peer-registry.ts';
import { createProbeRounds } from '../../../../server/mesh/peers/probe-rounds.ts';
import type { Caller } from '../../../../server/mesh/transport/caller.ts';
import type { Failure } from '../../../../server/outgoing/failure.ts';
import type { Round, WitnessedRound } from '../../../../server/round.ts';
import { noWitnesses } from '../../../doubles/no-witnesses.ts';
import { openTestDatabase } from '../../engine.ts';
import { createManualClock } from '../../manual-clock.ts';

export const GAP_MAX_MS = 34_500;
export const LATE_MS = 250;
/** Start of an hour. */
export const START = 500_000 * 3_600_000;
export const NODE = { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' };
export const PLATFORMS = ['forge', 'archive'];

const TABLES = [
  'probes',
  'probeSpans',
  'nodeAbsences',
  'platforms',
  'activity',
  'incidents',
  'notifications',
  'settings',
  'logEntries',
  'logBlocks',
  'logSignatures',
] as const;

/** What a peer does when it is probed: answers in so many milliseconds, or fails. */
export type Behaviour = number | Failure;

function fail(fields: object): never {
  throw new Error('a probe failed', { cause: fields });
}

/** Rounds of probes over the real store, with peers and a clock that a test controls. */
export async function createHistoryRig(platforms = PLATFORMS) {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-history-'));
  const db = await openTestDatabase(dir);
  let now = START;
  const clock = { ...createManualClock(), now: () => now };
  let awakeMs = 0;
  const journal = await openJournal(db, clock.now);
  const termJournal = soleTermJournal(journal);
  const behaviours = new Map<string, Behaviour>();
  const websites = new Set<string>();
  const rounds: Round[] = [];
  const call = async (platform: string) => {
    const behaviour = behaviours.get(platform) ?? 20;
    return typeof behaviour === 'string'
      ? { ok: false, reason: behaviour }
      : {
          ok: true,
          value: { answer: { uptimeSec: 1, version: '1' }, latencyMs: behaviour, clockOffsetMs: 3 },
        };
  };

  async function startProcess() {
    const registry = createPeerRegistry(
      platforms.map((id) => ({
        ...{ id, name: id, domain: `${id}.mesh.example` },
        ...(websites.has(id) && { kind: 'web' as const }),
      })),
    );
    registry.restore(await restoreStatuses(db, termJournal, new Map()));
    const probing = createProbeRounds({
      registry,
      caller: { call } as unknown as Caller,
      journal: termJournal,
      clock,
      loops: { awakeMs: () => awakeMs },
      log: { error: fail },
      tasks: { signal: new AbortController().signal, spawn: () => undefined },
      thresholdsOf: () => ({ intervalSec: 10, lateMs: LATE_MS, timeoutMs: 1500, failures: 1 }),
      check: async ({ id }) => {
        const behaviour = behaviours.get(id) ?? 20;
        return typeof behaviour === 'string'
          ? { answered: false, failure: behaviour }
          : { answered: true, latencyMs: behaviour };
      },
      transport: { certificateOf: () => undefined },
      witnesses: { ...noWitnesses, judgeRound: () => rig.witnessed },
      gapMaxMs: GAP_MAX_MS,
      afterRound: async (tx, emit, round) => {
        rounds.push(round);
        await rig.onRound(tx, emit, round);
      },
      isPlanned: (platform, at) => rig.isPlanned(platform, at),
    });
    return { registry, probing };
  }

  const rig = {
    db,
    behaviours,
    /** Platforms that are no mesh nodes in the next process. */
    websites,
    journal,
    isPlanned: (_platform: string, _at: number): boolean => false,
    /** What other nodes say of the next rounds. */
    witnessed: undefined as WitnessedRound | undefined,
    /** What else is stored with a round. */
    onRound: (async () => undefined) as AfterRound,
    /** What listeners received, oldest first. */
    rounds,
    now: () => now,
    move(ms: number) {
      now += ms;
    },
    connections: () => node.registry.connections(),
    statuses: () => node.registry.connections().map(({ status }) => status),
    async restart() {
      node = await startProcess();
    },
    /** Makes a round after so much time, in which the process ran or not. */
    async round(afterMs = 10_000, isAwake = false) {
      now += afterMs;
      if (isAwake) awakeMs += afterMs;
      await node.probing.probeAll();
    },
    /** Begins again with an empty history. */
    async clear() {
      now = START;
      behaviours.clear();
      websites.clear();
      rig.witnessed = undefined;
      rounds.length = 0;
      for (const table of TABLES) await db.deleteFrom(table).execute();
      node = await startProcess();
    },
    async end() {
      await db.destroy();
      rmSync(dir, { recursive: true });
    },
  };
  let node = await startProcess();
  return rig;
}

export type HistoryRig = Awaited<ReturnType<typeof createHistoryRig>>;
