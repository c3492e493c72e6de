import { isDeepStrictEqual } from 'node:util';
import { STATUS_PATH } from '../../contract/pages.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { countedUntil, gapMaxMsOf } from '../mesh/peers/history-slots.ts';
import { documentsOf, FRESH_SEC, type StatusDocuments } from './documents.ts';
import { firstDay, type PublicStatus, publicStatus } from './public-status.ts';
import {
  dayTimes,
  listShownIncidents,
  listUpdates,
  readStatusPage,
  type StatusPageSettings,
} from './rows.ts';

export interface StatusPageDeps
  extends Pick<
    NodeBase,
    'config' | 'db' | 'journal' | 'health' | 'clock' | 'now' | 'log' | 'platforms'
  > {
  readonly connections: () => Promise<Connection[]>;
  readonly maintenance: {
    list(): Maintenance[];
    isPlanned(platform: string, at: number): boolean;
  };
}

const KEY = keyText(keyOf('statusPage'));
const ENDED_MS = 14 * 24 * 60 * 60_000;
/** Read so often though nobody asks, so that what is known last is not old when the database goes away. */
const REFRESH_MS = 30_000;
/** A reader waits for newer data so long, and gets the last-known then. */
const WAIT_MS = 1000;
export const NEW_SETTINGS: Omit<StatusPageSettings, 'key'> = {
  on: false,
  title: 'Service status',
  platforms: [],
};

export type StatusPageView = ReturnType<typeof createStatusPage>;

/** The public status page as this instance has it in memory. */
export function createStatusPage(deps: StatusPageDeps) {
  const { config, db, journal, clock, now, log } = deps;
  const where = {
    address: config.statusOrigin
      ? `${config.statusOrigin}/`
      : `${config.publicOrigin ?? ''}${STATUS_PATH}`,
    links: config.statusOrigin ?? STATUS_PATH,
  };
  const copy = createCopy(deps, where);
  let reloading: Promise<void> | undefined;
  let alarm: Alarm | undefined;
  /** Any instance changes the settings. */
  const reloadSoon = () => {
    const next = Promise.resolve(reloading)
      .then(async () => copy.follow(await readStatusPage(db)))
      // A database that does not answer is a gap of the journal, after which it is read again.
      .catch(() => undefined)
      .finally(() => {
        if (reloading === next) reloading = undefined;
      });
    reloading = next;
  };
  const stops = [
    journal.subscribe(({ key }) => {
      if (keyText(key) === KEY) reloadSoon();
    }),
    journal.onGap(reloadSoon),
  ];

  /** For the newest data, but not for long. */
  async function waitForNewer(): Promise<void> {
    const work = reloading ?? copy.refreshing();
    if (work === undefined) return;
    const done = new AbortController();
    await Promise.race([work, clock.sleep(WAIT_MS, done.signal)]);
    done.abort();
  }

  return {
    /** Where the page is read: an address, or a path. */
    address: where.address,
    /** @returns what to answer; undefined: the page is off. @throws HttpError while nothing could be read yet */
    async documents(): Promise<StatusDocuments | undefined> {
      if (!copy.isFresh()) void copy.refresh();
      await waitForNewer();
      return copy.documents();
    },
    /** @returns the page by what is stored now, whether it is on or off */
    async preview(): Promise<StatusDocuments> {
      const stored = (await readStatusPage(db)) ?? { ...NEW_SETTINGS, key: '' };
      return documentsOf(await readStatus(deps, stored), where);
    },
    async open(): Promise<void> {
      await copy.follow(await readStatusPage(db));
      alarm = createAlarm({
        clock,
        job: () => copy.refresh().then(() => now() + REFRESH_MS),
        onError: (error) => log.warn({ err: error }, 'the status page cannot be read'),
      });
    },
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await alarm?.close();
      await reloading;
      await copy.refreshing();
    },
  };
}

/** What was read last, by the settings of now. */
function createCopy(deps: StatusPageDeps, where: Parameters<typeof documentsOf>[1]) {
  const { health, now, log } = deps;
  let settings: StatusPageSettings | undefined;
  let known: { readonly status: PublicStatus; readonly documents: StatusDocuments } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  async function readAnew(): Promise<void> {
    const by = settings;
    if (!by?.on) return;
    try {
      const status = health.isReachable() ? await readStatus(deps, by) : undefined;
      if (settings === by) show(status);
    } catch (error) {
      log.warn({ err: error }, 'the status page cannot be read');
      show(undefined);
    }
  }

  /** @param status undefined: nothing newer can be read */
  function show(status: PublicStatus | undefined): void {
    const next = status ?? (known && { ...known.status, isCurrent: false });
    if (next) known = { status: next, documents: documentsOf(next, where) };
  }

  /** One at a time, however many ask. */
  function refresh(): Promise<void> {
    triedAt = now();
    refreshing ??= readAnew().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    refresh,
    refreshing: () => refreshing,
    isFresh: () => Math.abs(now() - triedAt) < FRESH_SEC * 1000,
    /** What was read by other settings is not shown any more. */
    async follow(stored: StatusPageSettings | undefined): Promise<void> {
      if (!isDeepStrictEqual(stored, settings)) {
        settings = stored;
        known = undefined;
      }
      await refreshing;
      await refresh();
    },
    documents(): StatusDocuments | undefined {
      if (!settings?.on) return undefined;
      if (known) return known.documents;
      throw httpError(503, 'The status cannot be read now.', { headers: { 'retry-after': '5' } });
    },
  };
}

/** @param by what is shown; platforms that are gone are left out */
async function readStatus(deps: StatusPageDeps, by: StatusPageSettings): Promise<PublicStatus> {
  const { db, platforms: there, connections, maintenance } = deps;
  const now = deps.now();
  const gapMaxMs = gapMaxMsOf(deps.config.mesh.probe);
  const to = await countedUntil(db, { now, gapMaxMs });
  const platforms = by.platforms.filter(({ id }) => there.some((one) => one.id === id));
  const ids = platforms.map(({ id }) => id);
  const incidents = ids.length === 0 ? [] : await listShownIncidents(db, ids, now - ENDED_MS);
  const shown = incidents.map(({ id }) => id);
  return publicStatus(
    { ...by, platforms },
    {
      ...{ incidents, now, to, isPlanned: maintenance.isPlanned },
      connections: await connections(),
      days: ids.length === 0 ? [] : await dayTimes(db, ids, firstDay(to)),
      updates: shown.length === 0 ? [] : await listUpdates(db, shown),
      maintenance: maintenance.list(),
    },
  );
}
