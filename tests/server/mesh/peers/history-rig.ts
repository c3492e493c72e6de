import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../../../server/database/journal.ts';
import type { Failure } from '../../../../server/mesh/failure.ts';
import {
  createPeerRegistry,
  restoreStatuses,
} from '../../../../server/mesh/peers/peer-registry.ts';
import { createProbeRound } from '../../../../server/mesh/peers/probe-round.ts';
import type { Round, RoundListener } from '../../../../server/mesh/peers/round.ts';
import type { Caller } from '../../../../server/mesh/transport/caller.ts';
import type { WitnessedRound } from '../../../../server/mesh/witness/verdict.ts';
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

/** Rounds of probes over the real store, with peers and a clock that a test controls. */
export async function createHistoryRig() {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-history-'));
  const db = await openTestDatabase(dir);
  let now = START;
  const clock = { ...createManualClock(), now: () => now };
  const journal = await openJournal(db, clock.now);
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
      PLATFORMS.map((id) => ({
        ...{ id, name: id, domain: `${id}.mesh.example` },
        ...(websites.has(id) && { kind: 'web' as const }),
      })),
    );
    registry.restore(await restoreStatuses(db, journal, new Map()));
    const probeRound = createProbeRound({
      registry,
      caller: { call } as unknown as Caller,
      journal,
      clock,
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
      onRound: async (tx, emit, round) => {
        rounds.push(round);
        await rig.onRound(tx, emit, round);
      },
      isPlanned: (platform, at) => rig.isPlanned(platform, at),
    });
    return { registry, probeRound };
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
    onRound: (async () => undefined) as RoundListener,
    /** What listeners received, oldest first. */
    rounds,
    now: () => now,
    move(ms: number) {
      now += ms;
    },
    statuses: () => node.registry.connections().map(({ status }) => status),
    async restart() {
      node = await startProcess();
    },
    /** Makes a round after so much time. */
    async round(afterMs = 10_000) {
      now += afterMs;
      await node.probeRound(new AbortController().signal);
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
