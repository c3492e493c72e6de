import { keyOf } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import {
  addIncidentEvent,
  deleteIncident,
  findIncident,
  type IncidentChanges,
  insertIncident,
  listRecentIncidents,
  type NewIncidentEvent,
  updateIncident,
} from './rows.ts';

/** Writes incidents with their events and live messages, in the caller's transaction. */

export async function openIncident(
  tx: Tx,
  emit: Emit,
  incident: Parameters<typeof insertIncident>[1],
  text: string,
): Promise<Incident> {
  const opened = await insertIncident(tx, incident);
  await addIncidentEvent(tx, opened.id, { at: opened.startedAt, kind: 'opened', text });
  // Nobody can have read its details yet.
  emit(keyOf('incidents'), 'prepend', [opened]);
  return opened;
}

/**
 * No event is earlier than the beginning of its incident: the clock may have been set back. What has ended is not offered any more.
 */
export async function changeIncident(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  change: { readonly fields?: IncidentChanges; readonly events?: readonly NewIncidentEvent[] },
): Promise<Incident> {
  const { events = [] } = change;
  const { id, startedAt } = incident;
  const isOfferOver = incident.offer && change.fields?.endedAt;
  const fields = { ...change.fields, ...(isOfferOver && { offer: null }) };
  for (const event of events)
    await addIncidentEvent(tx, id, { ...event, at: Math.max(event.at, startedAt) });
  if (Object.keys(fields).length > 0) {
    await updateIncident(tx, id, fields);
    emit(keyOf('incidents'), 'patch', { id, ...fields });
  }
  emit(keyOf('incident', { id: String(id) }), 'replace', await findIncident(tx, id));
  return { ...incident, ...fields };
}

/** Adds what happened in it, unless it is gone. */
export async function noteInIncident(tx: Tx, emit: Emit, id: number, event: NewIncidentEvent) {
  const found = await findIncident(tx, id);
  if (found === undefined) return;
  const { events: _, ...incident } = found;
  await changeIncident(tx, emit, incident, { events: [event] });
}

/** As if it had never been: for drills. */
export async function removeIncident(tx: Tx, emit: Emit, { id }: Incident): Promise<void> {
  await deleteIncident(tx, id);
  emit(keyOf('incidents'), 'replace', await listRecentIncidents(tx));
}

/** Ends what this node has opened, unless there is none or it is over. @returns whether it was open */
export async function endIncident(
  tx: Tx,
  emit: Emit,
  id: number | null,
  { text, at }: { readonly text: string; readonly at: number },
): Promise<boolean> {
  const incident = id === null ? undefined : await openIncidentOf(tx, id);
  if (incident === undefined) return false;
  const fields = { endedAt: Math.max(at, incident.startedAt) };
  await changeIncident(tx, emit, incident, { fields, events: [{ at, kind: 'ended', text }] });
  return true;
}

export async function openIncidentOf(tx: Tx, id: number): Promise<Incident | undefined> {
  const { events: _, testimony: _of, ...incident } = (await findIncident(tx, id)) ?? {};
  return 'id' in incident && incident.endedAt === null ? (incident as Incident) : undefined;
}
