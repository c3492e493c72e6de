import { keyOf } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { durationText } from '../base/duration-text.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { insertNotification } from '../notifications/rows.ts';
import { changeIncident, openIncident } from './incident-records.ts';
import { incidentLink } from './platform-messages.ts';
import { addIncidentEvent, type NewIncidentEvent } from './rows.ts';

/** Incidents that no probe finds: a person opens one, says how far it is, and ends it. No downtime follows from them. */

interface ByPerson {
  /** Username. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Ids. */
  readonly platforms: readonly string[];
}

/** @param incident `text`: the first update. @returns its id */
export async function open(
  tx: Tx,
  emit: Emit,
  incident: ByPerson & { readonly title: string; readonly text?: string | undefined },
): Promise<number> {
  const { by, at, title, text, platforms } = incident;
  const said = `${by} opened an incident`;
  const row = {
    kind: 'person',
    platform: '',
    status: 'error',
    startedAt: at,
    cause: title,
  } as const;
  const { id } = await openIncident(
    tx,
    emit,
    { ...row, planned: false, drillUntil: null, openedBy: by, platforms: [...platforms] },
    `${said}: ${title}`,
  );
  if (text !== undefined)
    await addIncidentEvent(tx, id, {
      at,
      kind: 'investigating',
      text: `${by}: ${text}`,
      writtenBy: by,
    });
  await recordAudit(tx, { action: 'incident.opened', target: title, detail: text ?? '', at });
  await recordActivity(tx, emit, { message: `${said}: ${title}`, severity: 'error', at });
  const notice = { kind: 'down', title, text: `${said}.`, severity: 'error', at } as const;
  await notify(tx, emit, { ...notice, link: incidentLink(id) });
  return id;
}

export async function changeAffected(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, at, platforms, names }: ByPerson & { readonly names: string },
): Promise<void> {
  if (platforms.join() === incident.platforms?.join()) return;
  const text = names === '' ? `${by}: it affects no platform` : `${by}: it affects ${names}`;
  const events = [{ at, kind: 'changed', text }];
  await changeIncident(tx, emit, incident, { fields: { platforms: [...platforms] }, events });
  const target = incident.cause ?? '';
  await recordAudit(tx, { action: 'incident.changed', target, detail: names, at });
}

interface Resolution extends Pick<ByPerson, 'by' | 'at'> {
  /** Of the incident. */
  readonly name: string;
  readonly text: string;
  readonly events: readonly NewIncidentEvent[];
}

export async function resolve(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { by, at, name, text, events }: Resolution,
): Promise<void> {
  const endedAt = Math.max(at, incident.startedAt);
  await changeIncident(tx, emit, incident, { fields: { endedAt }, events });
  const lasted = durationText(endedAt - incident.startedAt);
  const message = `${by} resolved it after ${lasted}: ${name}`;
  await recordActivity(tx, emit, { message, severity: 'success', at });
  const notice = {
    kind: 'back',
    title: `Resolved: ${name}`,
    text,
    severity: 'success',
    at,
  } as const;
  await notify(tx, emit, { ...notice, link: incidentLink(incident.id) });
}

async function notify(tx: Tx, emit: Emit, notice: Parameters<typeof insertNotification>[1]) {
  emit(keyOf('notifications'), 'prepend', [await insertNotification(tx, notice)]);
}
