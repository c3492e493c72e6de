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
  const { config, db, journal, health, clock, now, log } = deps;
  const where = {
    address: config.statusOrigin
      ? `${config.statusOrigin}/`
      : `${config.publicOrigin ?? ''}${STATUS_PATH}`,
    links: config.statusOrigin ?? STATUS_PATH,
  };
  let settings: StatusPageSettings | undefined;
  /** What was read last, by these settings. */
  let known: { readonly status: PublicStatus; readonly documents: StatusDocuments } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let alarm: Alarm | undefined;

  /** @param status undefined: nothing newer can be read */
  function show(status: PublicStatus | undefined): void {
    const next = status ?? (known && { ...known.status, isCurrent: false });
    if (next) known = { status: next, documents: documentsOf(next, where) };
  }

  async function read(): Promise<void> {
    if (!health.isReachable()) return show(undefined);
    try {
      const stored = await readStatusPage(db);
      if (!isDeepStrictEqual(stored, settings)) known = undefined;
      settings = stored;
      if (stored?.on) show(await readStatus(deps, stored));
    } catch (error) {
      log.warn({ err: error }, 'the status page cannot be read');
      show(undefined);
    }
  }

  /** One at a time, however many ask. @param isChanged what is being read may be older than the change */
  function refresh(isChanged = false): Promise<void> {
    triedAt = now();
    if (reading !== undefined && !isChanged) return reading;
    const next = Promise.resolve(reading)
      .then(read)
      .finally(() => {
        if (reading === next) reading = undefined;
      });
    reading = next;
    return next;
  }

  /** For the newest data, but not for long. */
  async function waitForNewer(): Promise<void> {
    if (Math.abs(now() - triedAt) >= FRESH_SEC * 1000) void refresh();
    if (reading === undefined) return;
    const done = new AbortController();
    await Promise.race([reading, clock.sleep(WAIT_MS, done.signal)]);
    done.abort();
  }

  const stops = [
    // Any instance changes the settings.
    journal.subscribe(({ key }) => {
      if (keyText(key) === KEY) void refresh(true);
    }),
    journal.onGap(() => void refresh(true)),
  ];

  return {
    /** Where the page is read: an address, or a path. */
    address: where.address,
    /** @returns what to answer; undefined: the page is off. @throws HttpError while nothing could be read yet */
    async documents(): Promise<StatusDocuments | undefined> {
      await waitForNewer();
      if (!settings?.on) return undefined;
      if (known) return known.documents;
      throw httpError(503, 'The status cannot be read now.', { headers: { 'retry-after': '5' } });
    },
    /** @returns the page by what is stored now, whether it is on or off */
    async preview(): Promise<StatusDocuments> {
      const stored = (await readStatusPage(db)) ?? { ...NEW_SETTINGS, key: '' };
      return documentsOf(await readStatus(deps, stored), where);
    },
    async open(): Promise<void> {
      await refresh();
      alarm = createAlarm({
        clock,
        job: () => refresh().then(() => now() + REFRESH_MS),
        onError: (error) => log.warn({ err: error }, 'the status page cannot be read'),
      });
    },
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await alarm?.close();
      await reading;
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
