import type { PayloadOf } from '../../contract/sent.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { currentActor } from '../base/actor.ts';
import { durationText } from '../base/duration-text.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { addNotification } from '../notifications/rows.ts';
import { changeIncident, openIncident } from './incident-records.ts';
import { incidentLink } from './platform-messages.ts';
import { addIncidentEvent, addSeenBy, type NewIncidentEvent } from './rows.ts';

/**
 * Incidents that no probe finds: a person opens one and is on it, says how far it is, and ends it. No downtime follows from them.
 * An API token is nobody who could be on it.
 */

export interface Person {
  /** Username. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the platform, or the title of what a person opened. */
  readonly name: string;
}

/** @param incident `text`: the first update. @returns its id */
export async function open(
  tx: Tx,
  emit: Emit,
  { by, at, title, text, platforms }: PayloadOf<'openIncident'> & Omit<Person, 'name'>,
): Promise<number> {
  const message = `${by} opened an incident: ${title}`;
  const isByToken = currentActor().kind === 'token';
  const incident = {
    kind: 'person',
    platform: '',
    status: 'error',
    startedAt: at,
    cause: title,
    planned: false,
    drillUntil: null,
    openedBy: by,
    platforms,
    acknowledgement: isByToken ? null : { by, at, note: '' },
  } as const;
  const { id } = await openIncident(tx, emit, incident, message);
  if (!isByToken) await addSeenBy(tx, id, by);
  if (text !== undefined) {
    const update = { at, kind: 'investigating', text: `${by}: ${text}`, writtenBy: by };
    await addIncidentEvent(tx, id, update);
  }
  await recordAudit(tx, { action: 'incident.opened', target: title, detail: text ?? '', at });
  await recordActivity(tx, emit, { message, severity: 'error', at });
  const said = `${by} opened an incident.`;
  const notice = { kind: 'down', title, text: said, severity: 'error', at };
  await addNotification(tx, emit, { ...notice, link: incidentLink(id) });
  return id;
}

export async function changeAffected(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  {
    by,
    at,
    name,
    platforms,
    names,
  }: Person & { readonly platforms: string[]; readonly names: string },
): Promise<void> {
  if (platforms.join() === incident.platforms?.join()) return;
  const text = names === '' ? `${by}: it affects no platform` : `${by}: it affects ${names}`;
  const events = [{ at, kind: 'changed', text }];
  await changeIncident(tx, emit, incident, { fields: { platforms }, events });
  await recordAudit(tx, { action: 'incident.changed', target: name, detail: names, at });
}

export async function resolve(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, at, name, text, events }: Person & { text: string; events: readonly NewIncidentEvent[] },
): Promise<void> {
  const endedAt = Math.max(at, incident.startedAt);
  await changeIncident(tx, emit, incident, { fields: { endedAt }, events });
  const lasted = durationText(endedAt - incident.startedAt);
  const message = `${by} resolved it after ${lasted}: ${name}`;
  await recordActivity(tx, emit, { message, severity: 'success', at });
  const notice = { kind: 'back', title: `Resolved: ${name}`, text, severity: 'success', at };
  await addNotification(tx, emit, { ...notice, link: incidentLink(incident.id) });
}
