import { isDeepStrictEqual } from 'node:util';
import { CERTIFICATE_DAYS, certificateLevel, DOMAIN_DAYS } from '../../contract/certificate.ts';
import type { Severity } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { recordActivity } from '../activity/rows.ts';
import { dayOf } from '../config/certificate.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { AfterRound } from '../feature.ts';
import { platformLink } from '../incidents/platform-messages.ts';
import {
  deleteIncident,
  insertIncident,
  listOpenIncidents,
  updateIncident,
} from '../incidents/rows.ts';
import { addNotification } from '../notifications/rows.ts';
import { type PeerCertificate, readOwnCertificate } from '../outgoing/peer-certificate.ts';
import type { Round } from '../round.ts';
import { readDomains } from './domains.ts';
import { domainEnds, type Ending, type Holders, holdersOf, listHeld } from './held.ts';
import {
  deleteCertificate,
  listCertificates,
  type StoredCertificate,
  saveCertificate,
} from './rows.ts';

export interface TrackerDeps extends Holders {
  /** @returns what this node shows, in PEM, if it serves TLS itself */
  readonly own: () => Buffer | undefined;
}

/** By platform. */
type Stored = Map<string, StoredCertificate>;

/** That a certificate is still the same is stored so often. */
const SEEN_EVERY_MS = 60 * 60 * 1000;

/**
 * Stores what platforms show, and opens, changes and ends the incidents of certificates and domains, in the transaction that stores a
 * round of probes. They are of kinds of their own: alerts follow from them, and no downtime.
 *
 *   21 days left, 30 of a domain -> opens as a warning -> 7 days left: an error -> renewed: ends
 *   paused, removed, no longer TLS        as if it had never been
 */
export function createCertificateTracker(deps: TrackerDeps): AfterRound {
  return async (tx, emit, round) => {
    const stored = new Map((await listCertificates(tx)).map((one) => [one.platform, one]));
    const isNew = await storeShown(tx, stored, round, deps);
    let hasMoved = false;
    for (const [kind, ends] of [
      ['certificate', certificateEnds(stored, deps)],
      ['domain', domainEnds(await readDomains(tx), deps)],
    ] as const)
      if (await followAll(tx, emit, { kind, ends, at: round.at })) hasMoved = true;
    if (isNew || hasMoved) emit(keyOf('certificates'), 'replace', await listHeld(tx, deps));
  };
}

/** Stores what is new of what was shown. @returns whether anything is */
async function storeShown(tx: Tx, stored: Stored, round: Round, deps: TrackerDeps) {
  const shown = shownIn(round, deps);
  const known = holdersOf(deps);
  const next = [...shown].flatMap(([platform, certificate]) =>
    certificate ? { ...certificate, platform, seenAt: round.at } : [],
  );
  const news = next.filter((one) => isNews(stored.get(one.platform), one));
  const gone = [...stored.keys()].filter((id) => shown.get(id) === null || !known.has(id));
  for (const one of news) {
    await saveCertificate(tx, one);
    stored.set(one.platform, one);
  }
  for (const id of gone) {
    await deleteCertificate(tx, id);
    stored.delete(id);
  }
  return news.length + gone.length > 0;
}

/** Of certificates or domains, one for each holder. */
interface Followed {
  readonly kind: keyof typeof LIMITS;
  readonly ends: readonly Ending[];
  readonly at: number;
}

const LIMITS = { certificate: CERTIFICATE_DAYS, domain: DOMAIN_DAYS };

/** @returns whether an incident opened, changed or ended */
async function followAll(tx: Tx, emit: Emit, { kind, ends, at }: Followed): Promise<boolean> {
  const incidents = await listOpenIncidents(tx, kind);
  const open = new Map(incidents.map((one) => [one.platform, one]));
  let hasMoved = false;
  for (const ending of ends) {
    const { id } = ending.holder;
    const incident = open.get(id);
    open.delete(id);
    if (await follow(tx, emit, incident, { ...ending, kind, at })) hasMoved = true;
  }
  for (const { id } of open.values()) await deleteIncident(tx, id);
  return hasMoved;
}

const certificateEnds = (stored: Stored, deps: Holders): Ending[] =>
  [...holdersOf(deps).values()].flatMap((holder) => {
    const certificate = stored.get(holder.id);
    if (certificate === undefined || holder.paused) return [];
    const { notAfter } = certificate;
    return { holder, notAfter, subject: `Certificate of ${holder.name}` };
  });

/** @returns what each showed; null: it has none. Nothing is known of those that did not answer */
function shownIn({ updates }: Round, { node, own }: TrackerDeps) {
  const shown = new Map<string, PeerCertificate | null>();
  for (const { platform, outcome } of updates)
    if (outcome?.certificate) shown.set(platform.id, outcome.certificate);
    else if (outcome?.answered) shown.set(platform.id, null);
  const pem = own();
  return shown.set(node.id, (pem && readOwnCertificate(pem)) ?? null);
}

/** @returns whether it is to be stored */
function isNews(before: StoredCertificate | undefined, next: StoredCertificate): boolean {
  if (before === undefined || next.seenAt - before.seenAt >= SEEN_EVERY_MS) return true;
  return !isDeepStrictEqual({ ...before, seenAt: 0 }, { ...next, seenAt: 0 });
}

interface Held extends Ending, Pick<Followed, 'kind' | 'at'> {}

/** @returns whether anything changed */
async function follow(tx: Tx, emit: Emit, incident: Incident | undefined, held: Held) {
  const { holder, notAfter, kind, at } = held;
  const status = certificateLevel(notAfter, at, LIMITS[kind]);
  const day = dayOf(notAfter);
  if (status === undefined) {
    if (incident === undefined) return false;
    const endedAt = Math.max(at, incident.startedAt);
    await updateIncident(tx, incident.id, { endedAt, cause: `is valid until ${day}` });
    await record(tx, emit, held, `was renewed and is valid until ${day}`, 'success');
    return true;
  }
  const cause = `${notAfter <= at ? 'expired' : 'expires'} on ${day}`;
  if (incident?.status === status && incident.cause === cause) return false;
  if (incident) await updateIncident(tx, incident.id, { status, cause });
  else {
    const found = { platform: holder.id, status, cause, startedAt: at } as const;
    await insertIncident(tx, { ...found, kind, planned: false, drillUntil: null });
  }
  await record(tx, emit, held, cause, status);
  return true;
}

/** For the activity log and the bell. */
async function record(
  tx: Tx,
  emit: Emit,
  { holder: { id, domain }, subject, at }: Held,
  what: string,
  severity: Severity,
): Promise<void> {
  const title = `${subject} ${what}`;
  await recordActivity(tx, emit, { message: title, severity, at, platform: id });
  const notice = { kind: 'certificate', title, text: domain, severity, at, link: platformLink(id) };
  await addNotification(tx, emit, notice);
}
