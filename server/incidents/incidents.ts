import { INCIDENTS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { platformsNamed } from '../../contract/platform-filter.ts';
import type { PayloadOf, QueryOf } from '../../contract/sent.ts';
import type { Incident, IncidentDetails } from '../../contract/shapes/incident.ts';
import { listOperators } from '../accounts/rows/people.ts';
import { httpError } from '../base/http-error.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit, TermJournal } from '../database/journal.ts';
import type { NodeBase, PlatformLeft } from '../feature.ts';
import { lastRoundAt } from '../mesh/rows/probes.ts';
import { listDefinitions } from '../platforms/rows/definitions.ts';
import type { PlatformName } from '../round.ts';
import { acknowledge, comment, release, see } from './acknowledging.ts';
import { finishDrill } from './drills.ts';
import { changeIncident } from './incident-records.ts';
import { offer } from './offering.ts';
import { changeAffected, open } from './opened-by-people.ts';
import {
  deleteIncidentsOf,
  findIncident,
  listIncidents,
  listOpenIncidents,
  listRecentIncidents,
  removeFromAffected,
} from './rows.ts';

export type Incidents = ReturnType<typeof createIncidents>;

/** Who does something: their username. */
interface By {
  readonly by: string;
}

interface IncidentsDeps extends Pick<NodeBase, 'db' | 'journal' | 'now' | 'notify' | 'platforms'> {
  /** This one, which has incidents of its own. */
  readonly node: PlatformName;
}

/** What happened, and who is on it. What cannot be is thrown as an HttpError with a sentence: also where an incident has ended that must be open. */
export function createIncidents({ platforms, db, journal, now, notify, node }: IncidentsDeps) {
  const known = () => [...platforms, node];
  const nameOf = (id: string) => known().find((one) => one.id === id)?.name ?? id;
  const nameIn = ({ platform, cause }: Incident) => nameOf(platform) || (cause ?? '');

  /** @returns ids, in the order of the mesh */
  function requireKnown(ids: readonly string[]): string[] {
    if (ids.some((id) => platforms.every((platform) => platform.id !== id)))
      throw httpError(404, 'There is no such platform.');
    return platforms.map(({ id }) => id).filter((id) => ids.includes(id));
  }

  /** Writes about an open incident. */
  function change(id: number, write: (tx: Tx, emit: Emit, open: Incident) => Promise<void>) {
    return journal.commit(async (tx, emit) => {
      const incident = await requireIncident(tx, id);
      if (incident.endedAt !== null) throw httpError(409, 'This incident has ended.');
      await write(tx, emit, incident);
    });
  }

  return {
    nameIn,
    /** Without a filter every open one and the newest ended ones; newest first. */
    list(filter: QueryOf<'incidents'>): Promise<Incident[]> {
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      if (!isFiltered) return listRecentIncidents(db);
      const { platform, limit = INCIDENTS.endedDefault, ...rest } = filter;
      return listIncidents(db, { ...rest, limit, platforms: platformsNamed(platform, platforms) });
    },
    find: (id: number) => requireIncident(db, id),
    /** A person says that something is wrong. @returns its id */
    open: ({ platforms: ids, ...what }: By & PayloadOf<'openIncident'>) =>
      journal.commit((tx, emit) =>
        open(tx, emit, { ...what, platforms: requireKnown(ids), at: now() }),
      ),
    /** Of one that a person opened. */
    changeAffected: (id: number, by: string, ids: readonly string[]) =>
      change(id, async (tx, emit, incident) => {
        if (incident.openedBy === undefined)
          throw httpError(409, 'Probes found this incident: its platform stays.');
        const chosen = requireKnown(ids);
        const names = chosen.map(nameOf).join(', ');
        const about = { by, at: now(), name: nameIn(incident) };
        await changeAffected(tx, emit, incident, { ...about, platforms: chosen, names });
      }),
    /** Somebody is on it, also instead of somebody else. */
    acknowledge: (id: number, who: By & { readonly note: string }) =>
      change(id, (tx, emit, incident) =>
        acknowledge(tx, emit, incident, { ...who, at: now(), name: nameIn(incident), notify }),
      ),
    /** Nobody is on it any more. */
    release: (id: number, by: string) =>
      change(id, (tx, emit, incident) =>
        release(tx, emit, incident, { by, at: now(), name: nameIn(incident), notify }),
      ),
    /** Asks somebody else to take it on. */
    offer: (id: number, { by, to }: By & { readonly to: string }) =>
      change(id, async (tx, emit, incident) => {
        if (to === by) throw httpError(409, 'You need not offer it to yourself: take it on.');
        if (!(await listOperators(tx)).includes(to))
          throw httpError(409, `${to} is no operator: only operators and admins can be on it.`);
        const name = nameIn(incident);
        await offer(tx, emit, incident, { by, to, at: now(), name, notify });
      }),
    /** A person has seen that it is open: the next step of a rule need not come early. One that has ended needs it no more. */
    see: (id: number, who: By & PayloadOf<'seeIncident'>) =>
      journal.commit(async (tx, emit) =>
        see(tx, emit, await requireIncident(tx, id), { ...who, at: now() }),
      ),
    comment: (id: number, what: By & PayloadOf<'commentOnIncident'>) =>
      journal.commit(async (tx, emit) => {
        const incident = await requireIncident(tx, id);
        const about = { ...what, at: now(), name: nameIn(incident) };
        await comment(tx, emit, incident, about);
      }),
    /**
     * Ends incidents of platforms that are no longer configured.
     * @param journal of the leader
     * @returns when the platforms of open incidents were last probed, epoch milliseconds
     */
    async resume(journal: TermJournal): Promise<ReadonlyMap<string, number>> {
      await endRemoved(journal, node, now());
      const at = await lastRoundAt(db);
      const open = at === undefined ? [] : await listOpenIncidents(db);
      return new Map(open.map(({ platform }) => [platform, at ?? 0]));
    },
  };
}

async function endRemoved(journal: TermJournal, node: PlatformName, at: number): Promise<void> {
  await journal.commit(async (tx, emit) => {
    // As they are stored: another instance may have added one just now.
    const configured = new Set([...(await listDefinitions(tx)), node].map(({ id }) => id));
    const open = await listOpenIncidents(tx);
    for (const incident of open.filter(({ platform }) => !configured.has(platform))) {
      const { platform: id } = incident;
      const text = `${id} is no longer in the configuration, so it is not probed.`;
      await endWith(tx, emit, incident, { name: id, at, text });
    }
  });
}

/** Ends those of a platform that is not probed any more, and deletes them with its history. */
export async function platformLeft(tx: Tx, emit: Emit, { platform, how, at }: PlatformLeft) {
  const { id, name } = platform;
  const open = (await listOpenIncidents(tx)).filter((one) => one.platform === id);
  const text = `${name} was ${how === 'paused' ? 'paused' : 'removed'}, so it is not probed.`;
  for (const incident of open) await endWith(tx, emit, incident, { name, at, text });
  if (how !== 'erased') return;
  await deleteIncidentsOf(tx, id);
  await removeFromAffected(tx, id);
  emit(keyOf('incidents'), 'replace', await listRecentIncidents(tx));
}

interface End {
  /** Of the platform. */
  readonly name: string;
  readonly at: number;
  readonly text: string;
}

async function endWith(tx: Tx, emit: Emit, incident: Incident, { name, text, ...end }: End) {
  const at = Math.max(end.at, incident.startedAt);
  if (incident.drillUntil !== null) return finishDrill(tx, emit, incident, { name, at });
  const change = { fields: { endedAt: at }, events: [{ at, kind: 'ended', text }] };
  await changeIncident(tx, emit, incident, change);
}

async function requireIncident(db: Database, id: number): Promise<IncidentDetails> {
  const incident = await findIncident(db, id);
  if (incident === undefined) throw httpError(404, 'There is no such incident.');
  return incident;
}
