import { MINUTE_MS } from '../../contract/limits.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { createAlarm } from '../base/alarm.ts';
import { durationText } from '../base/duration-text.ts';
import { httpError } from '../base/http-error.ts';
import { emitStats } from '../dashboard/rows.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { addNotification, changeNotifications } from '../notifications/rows.ts';
import { openIncident, removeIncident } from './incident-records.ts';
import { incidentLink } from './platform-messages.ts';
import { listOpenIncidents } from './rows.ts';

type DrillsDeps = Pick<NodeBase, 'db' | 'journal' | 'clock' | 'loops' | 'platforms'>;

const INCIDENTS = keyText(keyOf('incidents'));

/**
 * A platform pretends to be down, so that people can practise: an incident with an end, which probes know nothing of.
 * When it is over it is deleted, and one row of the activity log stays.
 */
export type Drills = ReturnType<typeof createDrills>;

export function createDrills(deps: DrillsDeps) {
  const { platforms, db, journal, clock } = deps;
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;

  async function finish(isOver: (drill: Drill) => boolean): Promise<boolean> {
    return journal.commit(async (tx, emit) => {
      const over = (await drillsIn(tx)).filter(isOver);
      const at = clock.now();
      for (const drill of over) {
        const name = nameOf(drill.platform);
        await finishDrill(tx, emit, drill, { name, at });
        await recordAudit(tx, { action: 'drill.ended', target: name, at });
      }
      return over.length > 0;
    });
  }

  async function finishDue(): Promise<number | null> {
    const ends = (await drillsIn(db)).map(({ drillUntil }) => drillUntil);
    if (ends.some((end) => end <= clock.now()))
      await finish(({ drillUntil }) => drillUntil <= clock.now());
    const coming = ends.filter((end) => end > clock.now());
    return coming.length === 0 ? null : Math.min(...coming);
  }

  // Also ends those whose time was over while this node was off.
  const alarm = createAlarm({
    ...deps,
    name: 'end drills',
    job: finishDue,
    failed: 'end of a drill failed',
  });
  // Any instance starts drills, and any ends them: one that ends twice has ended.
  const stopListening = journal.subscribe(({ key, op }) => {
    if (op === 'prepend' && keyText(key) === INCIDENTS) alarm.wake();
  });
  const stopGaps = journal.onGap(alarm.wake);

  return {
    /** @throws HttpError if the platform is not configured, or has an open incident */
    async start({ platform, minutes, by }: { platform: string; minutes: number; by: string }) {
      if (platforms.every(({ id }) => id !== platform))
        throw httpError(404, 'There is no such platform.');
      const name = nameOf(platform);
      await journal.commit(async (tx, emit) => {
        const open = await listOpenIncidents(tx);
        if (open.some((incident) => incident.platform === platform))
          throw httpError(409, 'This platform has an open incident.');
        await beginDrill(tx, emit, { platform, name, minutes, by, at: clock.now() });
      });
    },
    /** @throws HttpError if the platform has none */
    async end(platform: string) {
      if (!(await finish((drill) => drill.platform === platform)))
        throw httpError(404, 'This platform has no drill.');
    },
    async close() {
      stopListening();
      stopGaps();
      await alarm.close();
    },
  };
}

type Drill = Incident & { readonly drillUntil: number };

const isDrill = (incident: Incident): incident is Drill => incident.drillUntil !== null;
const drillsIn = async (db: Database) => (await listOpenIncidents(db)).filter(isDrill);

async function beginDrill(
  tx: Tx,
  emit: Emit,
  drill: { platform: string; name: string; minutes: number; by: string; at: number },
): Promise<void> {
  const { platform, name, minutes, by, at: startedAt } = drill;
  const text = `DRILL: ${by} lets ${name} pretend to be down for ${minutes} min.`;
  const drillUntil = startedAt + minutes * MINUTE_MS;
  const row = { platform, status: 'error', startedAt, cause: 'drill', planned: false, drillUntil };
  const { id } = await openIncident(tx, emit, row, text);
  await emitStats(tx, emit);
  const detail = `${minutes} min`;
  await recordAudit(tx, { action: 'drill.started', target: name, detail, at: startedAt });
  await addNotification(tx, emit, {
    kind: 'down',
    title: `DRILL: ${name} is down`,
    text,
    severity: 'error',
    at: startedAt,
    link: incidentLink(id),
  });
}

/** @param name of the platform */
export async function finishDrill(
  tx: Tx,
  emit: Emit,
  drill: Incident,
  { name, at }: { readonly name: string; readonly at: number },
): Promise<void> {
  const { acknowledgement: who, startedAt, platform } = drill;
  const outcome =
    who === null
      ? 'not acknowledged'
      : `acknowledged by ${who.by} after ${durationText(Math.max(0, who.at - startedAt))}`;
  await removeIncident(tx, emit, drill);
  await emitStats(tx, emit);
  const message = `DRILL ended: ${name}, ${outcome}`;
  await recordActivity(tx, emit, { message, severity: 'primary', at, platform });
  // The link of what is deleted leads nowhere.
  const fields = {
    title: `DRILL ended: ${name}`,
    text: `It was ${outcome}.`,
    severity: 'success',
    link: '/logs',
  };
  for (const id of await changeNotifications(tx, incidentLink(drill.id), fields))
    emit(keyOf('notifications'), 'patch', { id, ...fields });
}
