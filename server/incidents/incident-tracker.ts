import { DAY_MS } from '../../contract/limits.ts';
import type { Incident, IncidentEvent } from '../../contract/shapes/incident.ts';
import { durationText } from '../base/duration-text.ts';
import { isMeshNode } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { AfterRound } from '../feature.ts';
import { describeChange, isNotableChange } from '../mesh/peers/peer-status.ts';
import { failureText } from '../outgoing/failure.ts';
import type { PlatformName, Round, StatusUpdate } from '../round.ts';
import { finishDrill } from './drills.ts';
import { changeIncident, openIncident } from './incident-records.ts';
import { isStandstill } from './platform-messages.ts';
import { createPlatformNotices, type PlatformNotices } from './platform-notices.ts';
import {
  dropIncidents,
  type IncidentChanges,
  type IncidentScope,
  lastIncidentEnd,
  listOpenIncidents,
  saveTestimony,
} from './rows.ts';

interface TrackerOptions {
  /** This node. */
  readonly node: PlatformName;
  /** When a platform with an open incident was last probed by an earlier process, epoch milliseconds. */
  readonly probedAt: ReadonlyMap<string, number>;
}

const KEEP_MS = 400 * DAY_MS;
/** Old incidents are dropped a few at a time, once in so many rounds. */
const DROP = { everyRounds: 30, limit: 20 } as const;

/**
 * Opens, changes and ends incidents, in the transaction that stores a round of probes. What is open is read from the
 * database in each round, so that a restart or a failed commit changes nothing.
 *
 *   connected          -> warning | error    opens one; so does the first probe of a process when none is open
 *   warning <-> error                        recorded in it
 *   warning | error    -> connected          ends it
 *   unknown                                  this node could not probe: nothing changes
 *
 * What is wrong because of another platform is no incident before that one is back; in one that is older the bell is silent meanwhile.
 *
 * Other nodes say whether it is the platform or its line, mostly a round later: for that round nobody is alerted. While this node is cut
 * off it has one incident of its own, and none of another mesh node begins.
 */
export function createIncidentTracker({ node, probedAt }: TrackerOptions): AfterRound {
  const lastProbes = createLastProbes(probedAt);

  async function begin(tx: Tx, emit: Emit, update: StatusUpdate, context: RoundContext) {
    const { platform, before, after } = update;
    const { round, notices } = context;
    const planned = round.isPlanned(platform.id);
    const text = describeChange(platform.name, before, after);
    // The clock may have been set back: incidents of one platform never overlap.
    const startedAt = Math.max(round.at, await lastIncidentEnd(tx, platform.id, round.at));
    const found = { platform: platform.id, status: after.status, cause: causeOf(update) };
    const incident = { ...found, startedAt, planned, drillUntil: null };
    const reason = planned ? `${text}. In a maintenance window.` : text;
    const opened = await openIncident(tx, emit, incident, reason);
    const judged = await judge(tx, emit, opened, round, after.status === 'error');
    if (isAlarming(judged)) notices.down(platform, judged);
  }

  async function follow(
    tx: Tx,
    emit: Emit,
    incident: Incident,
    update: StatusUpdate,
    { round, notices }: RoundContext,
  ): Promise<void> {
    const { fields, events } =
      update.after.status === 'connected'
        ? endOf(incident, update, round.at)
        : changesOf(incident, update, round);
    const gap = isAfterGap(update, round)
      ? [gapEvent(lastProbes.of(update.platform.id), round.at)]
      : [];
    let now = incident;
    if (gap.length + events.length > 0)
      now = await changeIncident(tx, emit, now, { fields, events: [...gap, ...events] });
    const isDownNow = now.status === 'error' && incident.status !== 'error';
    const isWaiting = incident.scope === 'undecided' && update.outcome === null;
    if (now.endedAt === null) now = await judge(tx, emit, now, round, isDownNow || isWaiting);
    notify({ round, notices }, update.platform, incident, now);
  }

  async function track(
    tx: Tx,
    emit: Emit,
    update: StatusUpdate,
    { incident, drill }: { incident: Incident | undefined; drill: Incident | undefined },
    context: RoundContext,
  ): Promise<void> {
    if (incident !== undefined) return follow(tx, emit, incident, update, context);
    if (update.after.status === 'connected') return;
    if (context.round.causes.has(update.platform.id)) return;
    // What is no mesh node is judged by this node's own word, unless witnesses that still answer know more.
    if (update.after.status === 'error' && context.isCutOff && isMeshNode(update.platform)) return;
    if (drill !== undefined)
      await finishDrill(tx, emit, drill, { name: update.platform.name, at: context.round.at });
    await begin(tx, emit, update, context);
  }

  return async (tx, emit, round) => {
    const open = await listOpenIncidents(tx);
    const incidents = mapByPlatform(open.filter(({ drillUntil }) => drillUntil === null));
    const drills = mapByPlatform(open.filter(({ drillUntil }) => drillUntil !== null));
    const notices = createPlatformNotices();
    const isCutOff = await trackNode(
      tx,
      emit,
      { node, incident: incidents.get(node.id) },
      { round, notices },
    );
    const context = { round, notices, isCutOff };
    lastProbes.begin(round);
    for (const update of round.updates) {
      if (update.after.status === 'unknown') continue;
      const { id } = update.platform;
      const current = { incident: incidents.get(id), drill: drills.get(id) };
      await track(tx, emit, update, current, context);
    }
    await context.notices.store(tx, emit, round.at);
    if (round.number % DROP.everyRounds === 0)
      await dropIncidents(tx, {
        before: (await pruningTime(tx, round.at)) - KEEP_MS,
        limit: DROP.limit,
      });
  };
}

const mapByPlatform = (incidents: readonly Incident[]) =>
  new Map(incidents.map((incident) => [incident.platform, incident]));

/** The incident of this node itself, as long as most of its lines are down. @returns whether they are */
async function trackNode(
  tx: Tx,
  emit: Emit,
  { node, incident }: { readonly node: PlatformName; readonly incident: Incident | undefined },
  { round, notices }: Pick<RoundContext, 'round' | 'notices'>,
): Promise<boolean> {
  const { witnessed, at, updates } = round;
  if (incident !== undefined && isStandstill(incident)) return Boolean(witnessed?.cutOff);
  if (incident === undefined) {
    if (!witnessed?.cutOff) return false;
    const text = witnessed.cutOff;
    const cause = text.slice(text.indexOf(': ') + 2);
    const startedAt = Math.max(at, await lastIncidentEnd(tx, node.id, at));
    const found = { platform: node.id, status: 'error', cause, scope: 'node' } as const;
    const opened = { ...found, startedAt, planned: false, drillUntil: null };
    notices.down(node, await openIncident(tx, emit, opened, text));
    return true;
  }
  // After a restart there are no witnesses until a line is up again.
  const isBack = updates.some(({ platform, after }) => isMeshNode(platform) && isUp(after.status));
  if (witnessed?.cutOff || !isBack) return true;
  const events = [{ at, kind: 'ended', text: 'This node reaches most of the mesh again' }];
  const fields = { endedAt: Math.max(at, incident.startedAt) };
  notices.back(node, await changeIncident(tx, emit, incident, { fields, events }));
  return false;
}

const isUp = (status: string) => status === 'connected' || status === 'warning';

/**
 * Says of what an incident is, when other nodes know it, with what they have said.
 *
 * @param isDownNow it is for this round: if they have not measured it since, they are waited for until the next
 */
async function judge(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { witnessed, at }: Round,
  isDownNow: boolean,
): Promise<Incident> {
  const judged = witnessed?.of(incident.platform);
  const found = judged && SCOPES[judged.verdict];
  const former = incident.scope === 'undecided' ? null : (incident.scope ?? null);
  const scope = found ?? (judged && isDownNow ? 'undecided' : former);
  if (scope === (incident.scope ?? null)) return incident;
  if (judged === undefined || found === undefined)
    return changeIncident(tx, emit, incident, { fields: { scope } });
  await saveTestimony(tx, incident.id, judged.testimony);
  const events = [{ at, kind: 'witnesses', text: judged.testimony.text }];
  return changeIncident(tx, emit, incident, { fields: { scope }, events });
}

/** What others do not agree on changes nothing. */
const SCOPES: Readonly<Partial<Record<string, IncidentScope>>> = {
  'cut-off-from-us': 'line',
  down: 'platform',
};

interface RoundContext {
  readonly round: Round;
  readonly notices: PlatformNotices;
  /** This node is, so nothing is known of those that do not answer. */
  readonly isCutOff: boolean;
}

interface IncidentChange {
  readonly fields: IncidentChanges;
  readonly events: readonly IncidentEvent[];
}

const causeOf = ({ after }: StatusUpdate) => after.failure && failureText(after.failure);

function endOf(incident: Incident, update: StatusUpdate, at: number): IncidentChange {
  const endedAt = Math.max(at, incident.startedAt);
  const text = describeChange(update.platform.name, update.before, update.after);
  return { fields: { endedAt }, events: [{ at, kind: 'ended', text }] };
}

/** Without events when nothing changed. */
function changesOf(
  incident: Incident,
  update: StatusUpdate,
  { at, isPlanned }: Round,
): IncidentChange {
  const { platform, before, after } = update;
  const fields: IncidentChanges = {};
  const events: IncidentEvent[] = [];
  if (isNotableChange(before, after)) {
    const text = describeChange(platform.name, before, after);
    events.push({ at, kind: 'status', text });
    const cause = causeOf(update);
    if (after.status === 'error' && incident.status !== 'error') fields.status = 'error';
    if (cause !== null && cause !== incident.cause) fields.cause = cause;
  }
  if (incident.planned && !isPlanned(platform.id)) {
    fields.planned = false;
    const text = `The maintenance window is over and ${platform.name} is not back.`;
    events.push({ at, kind: 'maintenance', text });
  }
  return { fields, events };
}

/** A platform's being down is news once: when it goes down, or when maintenance is over and it is not back. */
function notify(
  { round, notices }: Pick<RoundContext, 'round' | 'notices'>,
  platform: PlatformName,
  before: Incident,
  incident: Incident,
): void {
  if (!isAlarming(incident) || round.causes.has(platform.id)) return;
  if (incident.endedAt !== null) notices.back(platform, incident);
  else if (!isAlarming(before)) notices.down(platform, incident);
}

const isAlarming = ({ status, planned, scope }: Incident): boolean =>
  status === 'error' && !planned && scope !== 'undecided';

/** @returns whether the platform was not measured just before this round */
const isAfterGap = ({ before }: StatusUpdate, { since }: Round): boolean =>
  since === undefined || before.status === 'unknown';

function gapEvent(lastAt: number | undefined, at: number): IncidentEvent {
  const gap = lastAt === undefined || lastAt > at ? 'some time' : durationText(at - lastAt);
  return { at, kind: 'not-measured', text: `Not measured for ${gap}: this node did not probe.` };
}

/** When each platform was probed last, before the present round. The commit of a round may be repeated. */
function createLastProbes(probedAt: ReadonlyMap<string, number>) {
  const known = new Map(probedAt);
  let last: Round | undefined;
  return {
    begin(round: Round): void {
      if (last !== undefined && last.number !== round.number)
        for (const { platform, after } of last.updates)
          if (after.status !== 'unknown') known.set(platform.id, last.at);
      last = round;
    },
    of: (platform: string) => known.get(platform),
  };
}
