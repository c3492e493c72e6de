import { DAY_MS } from '../../../contract/limits.ts';
import { keyOf } from '../../../contract/paths.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { type NewActivity, recordActivity } from '../../activity/rows.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import { emitStats } from '../../dashboard/rows.ts';
import type { Tx } from '../../database/database.ts';
import type { Emit } from '../../database/journal.ts';
import { failureText } from '../../outgoing/failure.ts';
import { causesOf } from '../../platforms/causes.ts';
import { listFormer } from '../../platforms/rows/definitions.ts';
import {
  forgetStatuses,
  type NewPlatformState,
  savePlatforms,
} from '../../platforms/rows/states.ts';
import type { Round, StatusUpdate, WitnessedRound } from '../../round.ts';
import { addToSpans, type HeldStatus, NODE_ITSELF } from '../rows/probe-spans.ts';
import { addProbes, type Probe, saveRoundAt } from '../rows/probes.ts';
import { dropOld, KEEP_HOURS_MS } from '../rows/retention.ts';
import type { PeerRegistry } from './peer-registry.ts';
import { describeChange, isNotableChange, NEVER_PROBED, SEVERITY } from './peer-status.ts';
import type { ProbedPeer } from './probe-peers.ts';

interface RoundToStore extends Pick<Round, 'at' | 'since' | 'number' | 'causes'> {
  /** The last result of each platform that was probed. */
  readonly probed: readonly ProbedPeer[];
  /** Every result. */
  readonly single: readonly ProbedPeer[];
  /** Those that were not probed. */
  readonly held: readonly StatusUpdate[];
  readonly registry: PeerRegistry;
  /** Whether a platform was in maintenance at the start of the round before. */
  readonly wasPlanned: (platform: string) => boolean;
  /** The last round had no network, or this is the first without. */
  readonly networkChanged: boolean;
  /** What other nodes said of the statuses that held until now. */
  readonly lastWitnessed: WitnessedRound | undefined;
}

/** Stores what a round has found, and how long the findings of the one before it held. */
export async function storeProbes(tx: Tx, emit: Emit, round: RoundToStore): Promise<void> {
  const { probed, single, held, at, number, registry, networkChanged } = round;
  await savePlatforms(tx, probed.map(toState));
  const probes = single.flatMap(toProbe);
  await addProbes(tx, probes);
  await saveRoundAt(tx, at);
  await addToSpans(tx, probes, heldUntil(round));
  const former = await listFormer(tx, at - KEEP_HOURS_MS - DAY_MS);
  const platforms = [...registry.platforms, ...former].map(({ id }) => id);
  await dropOld(tx, { platforms, at, round: number });
  if (networkChanged) await recordActivity(tx, emit, { ...NETWORK_IS_BACK, at });
  const notable = probed.filter(({ before, after }) => isNotableChange(before, after));
  for (const update of notable) await recordActivity(tx, emit, toActivity(update, round));
  const after = new Map([...probed, ...held].map(({ platform, after }) => [platform.id, after]));
  const connections = registry.connectionsWith((id) => after.get(id) ?? NEVER_PROBED);
  const known = registry.connections();
  const changed = connections.flatMap((one, i) => changedFields(one, known[i]));
  // What consoles have from before this term may be anything.
  if (number === 0) emit(keyOf('connections'), 'replace', connections);
  else if (changed.length > 0) emit(keyOf('connections'), 'patch', changed);
  // After a restart a platform may be as it was, which is no news, and is not known until now all the same.
  const hasChanged = connections.some(({ status }, i) => status !== known[i]?.status);
  if (hasChanged || networkChanged) await emitStats(tx, emit);
}

/** Stores of a round in which this node could call nobody that it knows no status now. */
export async function storeUnknown(
  tx: Tx,
  emit: Emit,
  { at, registry, networkChanged }: Pick<RoundToStore, 'at' | 'registry' | 'networkChanged'>,
): Promise<void> {
  await forgetStatuses(tx);
  if (!networkChanged) return;
  await recordActivity(tx, emit, { ...NO_NETWORK, at });
  const unknown = (id: string) => ({ ...registry.status(id), status: 'unknown' }) as const;
  emit(keyOf('connections'), 'replace', registry.connectionsWith(unknown));
  await emitStats(tx, emit);
}

/** @returns its id with the fields that are not as before; nothing if all are */
function changedFields(after: Connection, before?: Connection): Partial<Connection>[] {
  const known = new Map<string, unknown>(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(([name, value]) => value !== known.get(name));
  return changed.length === 0 ? [] : [{ id: after.id, ...Object.fromEntries(changed) }];
}

const NO_NETWORK = {
  message: 'This node has no network: no platform can be called, and nothing is measured',
  severity: 'warning',
} as const;
const NETWORK_IS_BACK = { message: 'This node has its network back', severity: 'success' } as const;

/** @returns whose fault the trouble of platforms is, or was before the round */
export function causesIn(
  { platforms }: Pick<PeerRegistry, 'platforms'>,
  updates: readonly StatusUpdate[],
  when: 'before' | 'after',
) {
  const statuses = new Map(updates.map((one) => [one.platform.id, one[when].status]));
  return causesOf(platforms, (id) => statuses.get(id) ?? 'unknown');
}

/**
 * A status holds until the next round. It counts as planned if its platform was in maintenance when the round that found
 * it began: a window that opens or closes between two rounds is exact to one interval. What counts is what the mesh knows: a platform
 * that others reach is up, and while this node is cut off nobody knows of the mesh nodes that do not answer.
 */
function heldUntil(round: RoundToStore): HeldStatus[] {
  const { probed, held, since, at, wasPlanned, lastWitnessed } = round;
  const all = [...probed, ...held];
  if (since === undefined || all.length === 0) return [];
  const period = { from: since, to: at };
  const causes = causesIn(round.registry, all, 'before');
  // One that was added or paused meanwhile had none.
  const known = all.filter(({ before }) => before.status !== 'unknown');
  const times = known.flatMap(({ platform, before: { status } }) => {
    const { id } = platform;
    const judged = lastWitnessed?.of(id);
    const isReached = status === 'error' && judged?.verdict === 'cut-off-from-us';
    const isNotKnown = lastWitnessed?.cutOff && isMeshNode(platform) && !isReached;
    if (status === 'error' && isNotKnown) return [];
    return {
      ...period,
      platform: id,
      planned: wasPlanned(id),
      affected: causes.has(id),
      status: isReached ? 'connected' : status,
      alone: judged !== undefined && judged.reachedBy.length + judged.missedBy.length === 0,
    };
  });
  return [...times, { ...period, platform: NODE_ITSELF, status: 'connected' }];
}

const toState = ({ platform, after, answer }: ProbedPeer): NewPlatformState => ({
  ...after,
  id: platform.id,
  answer,
});

/** What was found, also if it does not count yet. */
function toProbe({ platform: { id: platform }, at, after, outcome }: ProbedPeer): Probe[] {
  if (outcome === null) return [];
  if (!outcome.answered) {
    const failure = failureText(outcome.failure);
    return [{ platform, at, status: 'error', latencyMs: null, failure }];
  }
  return [{ platform, at, status: after.status, latencyMs: outcome.latencyMs, failure: null }];
}

function toActivity(
  { platform: { id, name }, before, after }: StatusUpdate,
  { at, causes, registry }: Pick<RoundToStore, 'at' | 'causes' | 'registry'>,
): NewActivity {
  const message = describeChange(name, before, after);
  const cause = registry.platforms.find((one) => one.id === causes.get(id));
  return cause === undefined
    ? { message, severity: SEVERITY[after.status], at, platform: id }
    : {
        message: `${message}, because ${cause.name} is down`,
        severity: 'primary',
        at,
        platform: id,
      };
}
