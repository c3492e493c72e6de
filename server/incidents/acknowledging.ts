import type { PayloadOf } from '../../contract/sent.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { changeIncident } from './incident-records.ts';
import { type Person, resolve } from './opened-by-people.ts';
import { addSeenBy } from './rows.ts';

/** Somebody is on it, also instead of somebody else. */
export async function acknowledge(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, at, name, note }: Person & { readonly note: string },
): Promise<void> {
  const { acknowledgement: before } = incident;
  // Repeated, as after a lost answer.
  if (before?.by === by && before.note === note) return;
  const text = `${by} is on it`;
  await addSeenBy(tx, incident.id, by);
  await changeIncident(tx, emit, incident, {
    fields: { acknowledgement: { by, at, note } },
    events: [{ at, kind: 'acknowledged', text: note === '' ? text : `${text}: ${note}` }],
  });
  await recordAudit(tx, { action: 'incident.acknowledged', target: name, detail: note, at });
  if (before?.by !== by) await log(tx, emit, incident, { at, name, text });
}

/** Somebody else is on it from now on. What was noted stays. */
export async function handOver(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, to, at, name }: Person & { readonly to: string },
): Promise<void> {
  const { acknowledgement: before } = incident;
  if (before?.by === to) return;
  await addSeenBy(tx, incident.id, by);
  const from = before === null || before.by === by ? '' : ` from ${before.by}`;
  const text = `${by} handed it over${from} to ${to}`;
  await changeIncident(tx, emit, incident, {
    fields: { acknowledgement: { by: to, at, note: before?.note ?? '' } },
    events: [{ at, kind: 'handed-over', text }],
  });
  await recordAudit(tx, { action: 'incident.handed-over', target: name, detail: text, at });
  await log(tx, emit, incident, { at, name, text });
}

/** A comment, an update or a part of the after-report: an event more, also of an incident that has ended. `resolved` ends what a person opened. */
export async function comment(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, kind = 'comment', text, at, name }: Person & PayloadOf<'commentOnIncident'>,
): Promise<void> {
  const events = [{ at, kind, text: `${by}: ${text}`, writtenBy: by }];
  if (kind === 'resolved' && incident.openedBy !== undefined && incident.endedAt === null)
    await resolve(tx, emit, incident, { by, at, name, text, events });
  else await changeIncident(tx, emit, incident, { events });
  const detail = kind === 'comment' ? text : `${kind}: ${text}`;
  await recordAudit(tx, { action: 'incident.commented', target: name, detail, at });
}

/** Somebody has seen that it is open; the timeline says so once of each. */
export async function see(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, how, at }: Omit<Person, 'name'> & { readonly how: 'shown' | 'opened' },
): Promise<void> {
  if (incident.endedAt !== null || !(await addSeenBy(tx, incident.id, by))) return;
  const text = how === 'opened' ? `Viewed by ${by}` : `Shown on a visible screen of ${by}`;
  await changeIncident(tx, emit, incident, { events: [{ at, kind: 'seen', text }] });
}

/** Nobody is on it any more. */
export async function release(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, at, name }: Person,
): Promise<void> {
  const { acknowledgement: before } = incident;
  if (before === null) return;
  const text =
    before.by === by
      ? `${by} is no longer on it`
      : `${by} says that ${before.by} is no longer on it`;
  await changeIncident(tx, emit, incident, {
    fields: { acknowledgement: null },
    events: [{ at, kind: 'released', text }],
  });
  await recordAudit(tx, { action: 'incident.released', target: name, detail: text, at });
  await log(tx, emit, incident, { at, name, text });
}

async function log(
  tx: Tx,
  emit: Emit,
  { platform, status, drillUntil, openedBy }: Incident,
  { at, name, text }: { readonly at: number; readonly name: string; readonly text: string },
): Promise<void> {
  // Of a drill nothing stays but the row about its end.
  if (drillUntil !== null) return;
  const state = status === 'error' ? ' is down' : ' is slow';
  const message = `${text}: ${name}${openedBy === undefined ? state : ''}`;
  await recordActivity(tx, emit, {
    message,
    severity: 'primary',
    at,
    ...(platform && { platform }),
  });
}
