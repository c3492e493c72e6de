import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { ChainProof, Rule } from '../../contract/shapes/alert.ts';
import { AHEAD_MAX_MS, isWithinLast } from '../base/clock.ts';
import { timeIn, weekAt } from '../base/weekly-time.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { TermBase } from '../feature.ts';
import { changeIncident, openIncident } from '../incidents/incident-records.ts';
import { incidentLink } from '../incidents/platform-messages.ts';
import { listOpenIncidents } from '../incidents/rows.ts';
import { addNotification } from '../notifications/rows.ts';
import { listDefinitions } from '../platforms/rows/definitions.ts';
import { withMembers } from './alert-decider.ts';
import { drillOf } from './chain-ways.ts';
import { concerns } from './due.ts';
import { queueDeliveries } from './queued.ts';
import { alertableIncidents } from './rows/decisions.ts';
import { listRules, updateRule } from './rows/rules.ts';

interface ChainProofsDeps extends Pick<TermBase, 'db' | 'journal' | 'now'> {
  readonly node: Pick<Platform, 'id' | 'name' | 'domain'>;
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

/** So long ways may take to come back. */
const WAIT_MS = 4 * HOUR_MS;
/** A drill begins by so much late at most: who chose a time by day is not woken by it. */
const LATE_MAX_MS = HOUR_MS;
/** Another instance leads after so long at most. Later, no node was there. */
const TAKEOVER_MS = 5 * MINUTE_MS;
/** Clocks are set back by less. A drill that is further ahead is of a clock that was wrong. */
const SET_BACK_MAX_MS = 35 * DAY_MS;

/**
 * Proves rules at the times that people chose: a drill goes to all ways of a rule, and each has to come back. What does not in time is an
 * incident of which nobody is alerted. The newest drill stands in its rule; no time before that has another.
 *
 * @returns does what is due
 */
export function createChainProofs({ db, journal, now, node, isPlanned }: ChainProofsDeps) {
  const ledSince = now();

  /** An alert of this rule may be under way. What nobody has taken on for a day is no reason to prove nothing. */
  async function hasOutage(from: Database, rule: Rule): Promise<boolean> {
    const [resolved] = withMembers([rule], await listDefinitions(from));
    return (await alertableIncidents(from, now())).some(
      (one) =>
        resolved !== undefined &&
        concerns(resolved, one) &&
        !(one.endedAt !== null || one.acknowledgedBy !== null || one.drill || one.planned) &&
        isWithinLast(DAY_MS, one.startedAt, now()) &&
        !isPlanned(one.platform, now()),
    );
  }

  /** @returns what a drill that is due is now; undefined: as it is */
  async function findBeginning(from: Database, rule: Rule): Promise<ChainProof | undefined> {
    const due = dueProof(rule, now());
    if (due === undefined) return undefined;
    const isHeld = rule.proof?.state === 'held';
    if (due.at - due.dueAt > LATE_MAX_MS)
      return { ...due, state: 'missed', text: isHeld ? OUTAGE : OFF };
    if (!(await hasOutage(from, rule))) return { ...due, state: 'running' };
    return isHeld ? undefined : { ...due, state: 'held' };
  }

  /** @returns what a drill is now some of whose ways did not come back; undefined: as it is */
  async function findEnd(from: Database, rule: Rule, proof: ChainProof) {
    const missed = (text: string) => ({ ...proof, state: 'missed', text, at: now() });
    if (now() < proof.at - AHEAD_MAX_MS) return missed(SET_BACK);
    if (now() < proof.endsAt) return undefined;
    if (ledSince > proof.endsAt + TAKEOVER_MS) return missed(OFF);
    if (await hasOutage(from, rule)) return missed(OUTAGE);
    const names = proof.ways.flatMap(({ name, at }) => (at === null ? name : []));
    return { ...missed(`${names.join(', ')} did not come back`), state: 'failed' };
  }

  async function findNext(from: Database, rule: Rule): Promise<ChainProof | undefined> {
    const { proof } = rule;
    const isOpen = proof?.state === 'running' || proof?.state === 'failed';
    if (isOpen && proof.ways.every(({ at }) => at !== null))
      return { ...proof, state: 'proven', text: '', at: now(), provenAt: now() };
    return proof?.state === 'running' ? findEnd(from, rule, proof) : findBeginning(from, rule);
  }

  /** @returns it with what follows from its state */
  async function begin(tx: Tx, emit: Emit, rule: Rule, proof: ChainProof): Promise<ChainProof> {
    const at = now();
    if (proof.state === 'proven') return { ...proof, incident: null };
    if (proof.state === 'failed') {
      const title = `Alerts of ${rule.name} not proven: ${proof.text}`;
      return {
        ...proof,
        incident: await openProofIncident(tx, emit, title, { at, by: node.name }),
      };
    }
    if (proof.state !== 'running') return proof;
    const { ways, deliveries } = await drillOf(tx, { ...proof, rule, node });
    await queueDeliveries(tx, emit, deliveries, at);
    return { ...proof, ways, incident: null };
  }

  /** @returns the rules whose drill changes, and incidents that no drill has any more */
  async function findDue(from: Database) {
    const rules = (await listRules(from)).filter(({ prove }) => prove);
    const incidents = new Set(rules.map(({ proof }) => proof?.incident));
    const over = (await listOpenIncidents(from, 'chain')).filter(({ id }) => !incidents.has(id));
    const found: { readonly rule: Rule; readonly next: ChainProof }[] = [];
    for (const rule of rules) {
      const next = await findNext(from, rule);
      if (next !== undefined) found.push({ rule, next });
    }
    return { found, over };
  }

  return async (): Promise<void> => {
    const due = await findDue(db);
    // Most looks find nothing: they cost no commit.
    if (due.found.length + due.over.length === 0) return;
    await journal.commit(async (tx, emit) => {
      const { found, over } = await findDue(tx);
      for (const { rule, next } of found) {
        const { id, ...fields } = rule;
        await updateRule(tx, id, { ...fields, proof: await begin(tx, emit, rule, next) });
      }
      for (const incident of over) {
        const endedAt = Math.max(now(), incident.startedAt);
        const events = [{ at: endedAt, kind: 'ended', text: OVER }];
        await changeIncident(tx, emit, incident, { fields: { endedAt }, events });
      }
      emit(keyOf('alertRules'), 'replace', await listRules(tx));
    });
  };
}

/** For people by day: no rule is about it, and no device hears of it. @returns its id */
async function openProofIncident(
  tx: Tx,
  emit: Emit,
  title: string,
  { at, by }: { readonly at: number; readonly by: string },
): Promise<number> {
  const what = { kind: 'chain', scope: 'chain', platform: '', status: 'error' } as const;
  const row = {
    ...what,
    cause: title,
    openedBy: by,
    platforms: [],
    planned: false,
    drillUntil: null,
  };
  const { id } = await openIncident(tx, emit, { ...row, startedAt: at }, title);
  const notice = { kind: 'chain', title, text: '', severity: 'warning', at } as const;
  await addNotification(tx, emit, { ...notice, link: incidentLink(id) });
  return id;
}

const OVER = 'They are proven, or their rule has a newer drill or none.';
const OFF = 'this node was off at the time';
const OUTAGE = 'there was an outage at the time';
const SET_BACK = 'the clock was set back meanwhile';

/** @returns the drill for the last time that people chose; undefined: there was one, or it is of before they did */
function dueProof({ enabled, prove, proof }: Rule, at: number): ChainProof | undefined {
  if (!prove || !enabled) return undefined;
  const isHeld = proof?.state === 'held';
  const dueAt = isHeld ? proof.dueAt : timeIn(prove, weekAt(prove, at));
  const last = Math.max(prove.since ?? 0, proof?.dueAt ?? 0);
  if (!isHeld && dueAt <= last && last <= at + SET_BACK_MAX_MS) return undefined;
  const { provenAt = null, incident = null } = proof ?? {};
  return { state: '', dueAt, at, endsAt: at + WAIT_MS, text: '', provenAt, incident, ways: [] };
}
