import { keyOf, keyText } from '../../contract/paths.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import { httpError } from '../base/http-error.ts';
import type { Tx } from '../database/database.ts';
import type { Commits, Emit, TermJournal } from '../database/journal.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { NodeBase, PlatformLeft } from '../feature.ts';
import { createPlannedTimes, occurrenceAt } from './occurrences.ts';
import {
  deleteMaintenance,
  listMaintenance,
  type MaintenanceWindow,
  updateMaintenance,
} from './rows.ts';
import { createWindowChanges } from './window-changes.ts';
import { createWindowRecords } from './window-records.ts';
import { type PlannedWindow, problemOf, WINDOWS_MAX } from './window-rules.ts';

/** Times in which platforms may be down. */
export interface MaintenanceWindows {
  list(): Maintenance[];
  /** @param by username. @throws HttpError when it cannot be; so do the next two */
  plan(window: PlannedWindow, by: string): Promise<void>;
  /** Gives the present or next occurrence another end; one that is past ends it now. */
  changeEnd(id: number, endsAt: number, by: string): Promise<void>;
  /** Deletes a window that has not begun, and the coming occurrences of a weekly one. */
  remove(id: number, by: string): Promise<void>;
  /** Takes a platform that is removed out of all windows; one without another is deleted. */
  platformLeft(tx: Tx, emit: Emit, left: PlatformLeft): Promise<void>;
  /** @returns whether the platform may be down at this time, epoch milliseconds */
  isPlanned(platform: string, at: number): boolean;
  /**
   * Records beginnings and ends when their time comes. Instances whose clocks differ would record them in turns, so only the
   * leader does. The caller closes it.
   *
   * @param journal of the leader
   */
  lead(journal: TermJournal): Pick<Alarm, 'close'>;
  close(): Promise<void>;
}

interface MaintenanceDeps
  extends Pick<NodeBase, 'db' | 'journal' | 'clock' | 'loops' | 'platforms'> {
  readonly onError: (error: unknown) => void;
}

const MAINTENANCE = keyText(keyOf('maintenance'));
const LIST_ENDED_MS = 31 * 24 * 60 * 60 * 1000;

/** Keeps all windows in memory: they are asked about for every probe. */
export async function openMaintenance(deps: MaintenanceDeps): Promise<MaintenanceWindows> {
  const { platforms, db, journal, clock } = deps;
  const records = createWindowRecords(platforms);
  const changes = createWindowChanges(records, platforms);
  let windows: readonly MaintenanceWindow[] = [];
  let isPlanned = createPlannedTimes([]);
  const alarms = new Set<Alarm>();

  function setWindows(stored: readonly MaintenanceWindow[]): void {
    windows = stored;
    isPlanned = createPlannedTimes(stored);
  }

  /** Commits, with the boundaries that are due, and sends the new list to the consoles. */
  async function change<T>(into: Commits, work: Work<T>): Promise<T> {
    const { result, stored } = await into.commit(async (tx, emit) => {
      const at = clock.now();
      const result = await work(tx, emit, at);
      for (const window of await listMaintenance(tx)) await records.boundary(tx, emit, window, at);
      await dropOld(tx, at);
      const stored = await listMaintenance(tx);
      emit(keyOf('maintenance'), 'replace', listAt(stored, at));
      return { result, stored };
    });
    setWindows(stored);
    return result;
  }

  async function recordBoundaries(into: TermJournal): Promise<number | null> {
    const at = clock.now();
    if (windows.some((window) => records.isDue(window, at)))
      await change(into, async () => undefined);
    const occurrences = windows.map((window) => occurrenceAt(window, at));
    const boundaries = occurrences.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
    const coming = boundaries.filter((boundary) => boundary > at);
    return coming.length === 0 ? null : Math.min(...coming);
  }

  /** Any instance changes windows; after that the next boundary is another. */
  async function reload(): Promise<void> {
    setWindows(await listMaintenance(db));
    for (const alarm of alarms) alarm.wake();
  }

  setWindows(await listMaintenance(db));
  let reloading = Promise.resolve();
  const reloadSoon = () => {
    reloading = reloading.then(reload).catch(deps.onError);
  };
  const stopListening = journal.subscribe(({ key }) => {
    if (keyText(key) === MAINTENANCE) reloadSoon();
  });
  const stopGaps = journal.onGap(reloadSoon);

  return {
    list: () => listAt(windows, clock.now()),
    async plan(window, by) {
      const message = problemOf(window, platforms, clock.now());
      if (message !== null) throw httpError(400, message);
      return change(journal, (tx, emit, at) => changes.plan(tx, emit, window, { by, at }));
    },
    changeEnd: (id, endsAt, by) =>
      change(journal, (tx, emit, at) => changes.changeEnd(tx, emit, { id, endsAt }, { by, at })),
    remove: (id, by) => change(journal, (tx, emit, at) => changes.remove(tx, emit, id, { by, at })),
    async platformLeft(tx, emit, { platform: { id }, how, at }) {
      const windows = (await listMaintenance(tx)).filter(({ platforms }) => platforms.includes(id));
      if (how === 'paused' || windows.length === 0) return;
      for (const { id: window, platforms } of windows) {
        const others = platforms.filter((one) => one !== id);
        if (others.length === 0) await deleteMaintenance(tx, [window]);
        else await updateMaintenance(tx, window, { platforms: others, changedAt: at });
      }
      emit(keyOf('maintenance'), 'replace', listAt(await listMaintenance(tx), at));
    },
    isPlanned: (platform, at) => isPlanned(platform, at),
    lead(into) {
      const job = () => recordBoundaries(into);
      const alarm = createAlarm({ ...deps, name: 'record maintenance', job });
      alarms.add(alarm);
      return {
        close() {
          alarms.delete(alarm);
          return alarm.close();
        },
      };
    },
    async close() {
      stopListening();
      stopGaps();
      await reloading;
    },
  };
}

type Work<T> = (tx: Tx, emit: Emit, at: number) => Promise<T>;

/** Present and coming windows by their start, then those that ended lately, newest first. */
function listAt(windows: readonly MaintenanceWindow[], at: number): Maintenance[] {
  const listed = windows.map(({ changed: _, begunStart: __, ...window }, place) => ({
    ...window,
    platforms: [...window.platforms],
    ...occurrenceAt(windows[place] as MaintenanceWindow, at),
  }));
  const open = listed.filter(({ endsAt }) => endsAt > at);
  const ended = listed.filter(({ endsAt }) => endsAt <= at && endsAt > at - LIST_ENDED_MS);
  return [
    ...open.sort((a, b) => a.startsAt - b.startsAt || a.id - b.id),
    ...ended.sort((a, b) => b.endsAt - a.endsAt || b.id - a.id),
  ];
}

async function dropOld(tx: Tx, at: number): Promise<void> {
  const ended = (await listMaintenance(tx))
    .map((window) => ({ id: window.id, ...occurrenceAt(window, at) }))
    .filter(({ endsAt }) => endsAt <= at)
    .sort((a, b) => b.endsAt - a.endsAt);
  const before = (await pruningTime(tx, at)) - LIST_ENDED_MS;
  const old = ended.filter((one, i) => i >= WINDOWS_MAX || one.endsAt <= before);
  await deleteMaintenance(
    tx,
    old.map(({ id }) => id),
  );
}
