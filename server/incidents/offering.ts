import { OFFER_MS } from '../../contract/limits.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { createAlarm } from '../base/alarm.ts';
import type { Tx } from '../database/database.ts';
import type { Emit, TermJournal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { changeIncident } from './incident-records.ts';
import type { Person } from './opened-by-people.ts';
import { incidentLink } from './platform-messages.ts';
import { addSeenBy, listOffered } from './rows.ts';

/** An incident is offered to somebody, who accepts by acknowledging it. What nobody accepts in time is nobody's. */

/** Who has it is changed, and whoever that concerns is told. */
export interface OwnerChange extends Person {
  readonly notify: NodeBase['notify'];
}

const LIST = keyText(keyOf('incidents'));

/** Whoever offers it is no longer on it; whoever else is stays so until it is accepted. */
export async function offer(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { to, ...change }: OwnerChange & { readonly to: string },
): Promise<void> {
  const { id, acknowledgement: before, offer: earlier } = incident;
  const { by, at, name, notify } = change;
  // Repeated, as after a lost answer.
  const isRepeated = earlier?.by === by && earlier.to === to && at < earlier.until;
  if (before?.by === to || isRepeated) return;
  const until = at + OFFER_MS;
  const text = `${by} offers it to ${to}`;
  await addSeenBy(tx, id, by);
  const after = await changeIncident(tx, emit, incident, {
    fields: { offer: { by, to, at, until }, ...(before?.by === by && { acknowledgement: null }) },
    events: [{ at, kind: 'offered', text }],
  });
  await recordAudit(tx, { action: 'incident.offered', target: name, detail: text, at });
  await logOwner(tx, emit, incident, { at, name, text });
  await sayOfferEnded(tx, emit, { before: incident, after }, { ...change, text });
  await notify(tx, emit, {
    ...pushOf(incident, at),
    severity: 'warning',
    to,
    title: `${by} hands over to you: ${subjectOf(incident, name)}`,
    text: `Accept it within ${OFFER_MS / 60_000} minutes, or nobody is on it.`,
    offer: { id, until },
  });
}

/** Says how an offer ended to both whom it concerns, but not to whoever ended it. */
export async function sayOfferEnded(
  tx: Tx,
  emit: Emit,
  { before, after }: { readonly before: Incident; readonly after: Incident },
  { by, at, name, text, notify }: Omit<OwnerChange, 'by'> & { by?: string; text: string },
): Promise<void> {
  if (!before.offer) return;
  const owner = after.acknowledgement?.by;
  for (const to of [before.offer.by, before.offer.to].filter((one) => one !== by))
    await notify(tx, emit, {
      ...pushOf(before, at),
      severity: owner === undefined ? 'warning' : 'success',
      to,
      title: `${text}: ${subjectOf(before, name)}`,
      text: `${owner ?? 'Nobody'} is on it.`,
    });
}

interface EndOffersDeps extends Pick<NodeBase, 'db' | 'clock' | 'loops' | 'notify'> {
  readonly nameIn: (incident: Incident) => string;
}

/**
 * Ends offers that nobody has accepted in time. The owner closes it.
 *
 * @param journal of the leader
 */
export function endOffers(
  { db, clock, loops, notify, nameIn }: EndOffersDeps,
  journal: TermJournal,
) {
  async function endDue(tx: Tx, emit: Emit): Promise<void> {
    const at = clock.now();
    for (const incident of await listOffered(tx)) {
      if (untilOf(incident) > at) continue;
      const text = `${incident.offer?.to} did not accept it`;
      const name = nameIn(incident);
      const after = await changeIncident(tx, emit, incident, {
        fields: { offer: null },
        events: [{ at, kind: 'not-accepted', text }],
      });
      await logOwner(tx, emit, incident, { at, name, text });
      await sayOfferEnded(tx, emit, { before: incident, after }, { at, name, text, notify });
    }
  }

  async function job(): Promise<number | null> {
    const ends = (await listOffered(db)).map(untilOf);
    if (ends.some((end) => end <= clock.now())) await journal.commit(endDue);
    const coming = ends.filter((end) => end > clock.now());
    return coming.length === 0 ? null : Math.min(...coming);
  }

  // Also ends those whose time was over while nobody led.
  const failed = 'end of an offer not stored';
  const alarm = createAlarm({ clock, loops, job, name: 'end offers', failed });
  const stopListening = journal.subscribe(({ key, op }) => {
    if (op === 'patch' && keyText(key) === LIST) alarm.wake();
  });
  const stopGaps = journal.onGap(alarm.wake);
  return {
    async close(): Promise<void> {
      stopListening();
      stopGaps();
      await alarm.close();
    },
  };
}

const untilOf = ({ offer }: Incident): number => offer?.until ?? 0;

/** Of a drill nothing stays but the row about its end. */
export async function logOwner(
  tx: Tx,
  emit: Emit,
  incident: Incident,
  { at, name, text }: Omit<Person, 'by'> & { readonly text: string },
): Promise<void> {
  const { platform, drillUntil } = incident;
  if (drillUntil !== null) return;
  const message = `${text}: ${subjectOf(incident, name)}`;
  const about = platform === '' ? {} : { platform };
  await recordActivity(tx, emit, { message, severity: 'primary', at, ...about });
}

function subjectOf({ status, drillUntil, openedBy }: Incident, name: string): string {
  if (openedBy !== undefined) return name;
  const drill = drillUntil === null ? '' : 'DRILL: ';
  return `${drill}${name} is ${status === 'error' ? 'down' : 'slow'}`;
}

function pushOf({ id }: Incident, at: number) {
  const link = incidentLink(id);
  return { kind: 'down', tag: link, url: link, at } as const;
}
