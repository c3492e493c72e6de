import type { PayloadOf } from '../../contract/sent.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { changeIncident } from './incident-records.ts';
import { logOwner, type OwnerChange, sayOfferEnded } from './offering.ts';
import { type Person, resolve } from './opened-by-people.ts';
import { addSeenBy } from './rows.ts';

/** Somebody is on it, also instead of somebody else, and whoever it was offered to. */
export async function acknowledge(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { note, ...change }: OwnerChange & { readonly note: string },
): Promise<void> {
  const { acknowledgement: before, offer } = incident;
  const { by, at, name } = change;
  // Repeated, as after a lost answer.
  if (before?.by === by && before.note === note) return;
  const text = offer?.to === by ? `${by} accepted it from ${offer.by}` : `${by} is on it`;
  await addSeenBy(tx, incident.id, by);
  const after = await changeIncident(tx, emit, incident, {
    fields: { acknowledgement: { by, at, note }, ...(offer && { offer: null }) },
    events: [{ at, kind: 'acknowledged', text: note === '' ? text : `${text}: ${note}` }],
  });
  await recordAudit(tx, { action: 'incident.acknowledged', target: name, detail: note, at });
  if (before?.by !== by) await logOwner(tx, emit, incident, { at, name, text });
  await sayOfferEnded(tx, emit, { before: incident, after }, { ...change, text });
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

/** Nobody is on it any more, and it is offered to nobody. */
export async function release(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  change: OwnerChange,
): Promise<void> {
  const { by, at, name } = change;
  const text = releaseText(incident, by);
  if (text === undefined) return;
  const after = await changeIncident(tx, emit, incident, {
    fields: { acknowledgement: null, ...(incident.offer && { offer: null }) },
    events: [{ at, kind: 'released', text }],
  });
  await recordAudit(tx, { action: 'incident.released', target: name, detail: text, at });
  await logOwner(tx, emit, incident, { at, name, text });
  await sayOfferEnded(tx, emit, { before: incident, after }, { ...change, text });
}

function releaseText({ acknowledgement, offer }: Incident, by: string): string | undefined {
  if (acknowledgement?.by === by) return `${by} is no longer on it`;
  if (acknowledgement) return `${by} says that ${acknowledgement.by} is no longer on it`;
  if (offer?.to === by) return `${by} does not accept it`;
  return offer ? `${by} takes back the offer to ${offer.to}` : undefined;
}
