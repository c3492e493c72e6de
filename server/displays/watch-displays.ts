import * as z from 'zod/mini';
import { recordActivity } from '../activity/rows.ts';
import type { Loop } from '../base/loop.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit, TermJournal } from '../database/journal.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { NodeBase } from '../feature.ts';
import {
  changeIncident,
  endIncident,
  openIncident,
  openIncidentOf,
} from '../incidents/incident-records.ts';
import { incidentLink } from '../incidents/platform-messages.ts';
import { addNotification } from '../notifications/rows.ts';
import type { DisplayReach } from './display-reach.ts';
import { isExpected, troubleOf } from './display-trouble.ts';
import { changeDisplay, listDisplays, type StoredDisplay } from './rows/displays.ts';

const WATCH = {
  name: 'watch the displays',
  everyMs: 10_000,
  limitMs: 30_000,
  failed: 'displays not watched; it is tried again',
};
/** Later than this, this process did not run: reports could not arrive. */
const ASLEEP_MS = 4 * WATCH.everyMs;
const BUILDS = { setting: 'served-builds', max: 20 } as const;
const LIST_LINK = '/dashboard?show=displays';

interface WatchDeps extends Pick<NodeBase, 'clock' | 'loops' | 'health' | 'db'> {
  readonly config: { readonly mesh: { readonly node: { readonly name: string } } };
  readonly reach: Pick<DisplayReach, 'connected'>;
  readonly builds: readonly string[];
  readonly emitList: (tx: Tx, emit: Emit) => Promise<void>;
}

type Found = ReturnType<typeof troubleOf>;

/**
 * Says what is wrong with displays that should be on: once, behind the bell and in the log, and by an incident of those whose card
 * says so. The owner closes it.
 *
 * @param journal of the leader
 */
export function watchDisplays(deps: WatchDeps, journal: TermJournal): Loop {
  const { clock, health, db, builds, reach } = deps;
  let [watchedSince, lookedAt] = [clock.now(), clock.now()];

  async function findChanged(from: Database, now: number) {
    const isConnected = await reach.connected(from);
    const state = { now, watchedSince, builds };
    return (await listDisplays(from)).flatMap((display) => {
      const connected = display.tokenHash !== null && isConnected(display.tokenHash);
      const found = troubleOf(display, { ...state, connected });
      const isSame = found?.kind === display.trouble?.kind;
      const isAlerted = found !== null && display.watch.alert;
      return isSame && isAlerted === (display.incidentId !== null) ? [] : [{ display, found }];
    });
  }

  return deps.loops.repeat(WATCH, async () => {
    const now = clock.now();
    if (Math.abs(now - lookedAt) > ASLEEP_MS) watchedSince = now;
    lookedAt = now;
    // Most looks find nothing: they cost no commit.
    if (!health.isReachable() || (await findChanged(db, now)).length === 0) return;
    await journal.commit(async (tx, emit) => {
      for (const { display, found } of await findChanged(tx, now))
        await change(tx, emit, display, { found, now, by: deps.config.mesh.node.name });
      await deps.emitList(tx, emit);
    });
  });
}

interface Change {
  readonly found: Found;
  readonly now: number;
  /** Name of this node, which opens incidents. */
  readonly by: string;
}

async function change(tx: Tx, emit: Emit, display: StoredDisplay, of: Change): Promise<void> {
  const { id, trouble, watch } = display;
  const { found, now } = of;
  const title = `Display ${display.name} ${found?.text ?? endText(watch, now)}`;
  const incidentId = await changeIncidentOf(tx, emit, display, { ...of, title });
  const isNews = found?.kind !== trouble?.kind;
  const since = isNews ? now : (trouble?.since ?? now);
  await changeDisplay(tx, id, { trouble: found && { ...found, since }, incidentId });
  if (!isNews) return;
  const severity = found ? 'warning' : 'success';
  await recordActivity(tx, emit, { message: title, severity, at: now });
  const link = incidentId === null ? LIST_LINK : incidentLink(incidentId);
  const notice = { kind: 'display', title, text: '', severity, at: now, link };
  await addNotification(tx, emit, notice);
}

const endText = ({ hours }: StoredDisplay['watch'], now: number) =>
  isExpected(hours, now) ? 'is well again' : 'may be off now';

/** @returns the id of its incident, also when people have resolved it; null: it has none now */
async function changeIncidentOf(
  tx: Tx,
  emit: Emit,
  { incidentId, watch }: StoredDisplay,
  { found, now, by, title }: Change & { readonly title: string },
): Promise<number | null> {
  if (found === null || !watch.alert) {
    const text = found === null ? title : 'It is not to be alerted of any more.';
    await endIncident(tx, emit, incidentId, { text, at: now });
    return null;
  }
  if (incidentId === null) {
    const what = { kind: 'display', scope: 'display', platform: '', status: 'error' } as const;
    const row = { ...what, cause: title, openedBy: by, platforms: [], startedAt: now };
    const opened = { ...row, planned: false, drillUntil: null };
    return (await openIncident(tx, emit, opened, title)).id;
  }
  const incident = await openIncidentOf(tx, incidentId);
  const events = [{ at: now, kind: 'changed', text: title }];
  if (incident) await changeIncident(tx, emit, incident, { fields: { cause: title }, events });
  return incidentId;
}

/** @returns the builds that this node has served, newest first, with this one */
export const rememberBuild = (journal: TermJournal, build: string): Promise<string[]> =>
  journal.commit(async (tx) => {
    const known = (await readSetting(tx, BUILDS.setting, z.array(z.string()))) ?? [];
    if (known[0] === build) return known;
    const builds = [build, ...known.filter((one) => one !== build)].slice(0, BUILDS.max);
    await saveSetting(tx, BUILDS.setting, builds);
    return builds;
  });
