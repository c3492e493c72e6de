import { isDeepStrictEqual } from 'node:util';
import { STATUS_PATH } from '../../contract/pages.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import { httpError } from '../base/http-error.ts';
import { joined } from '../base/joined.ts';
import type { Loop } from '../base/loop.ts';
import type { NodeBase } from '../feature.ts';
import { documentsOf, FRESH_SEC, type StatusDocuments } from './documents.ts';
import { type PublicStatus, readStatus, type StatusDeps } from './public-status.ts';
import { readStatusPage, type StatusPageSettings } from './rows.ts';

export type StatusPageDeps = StatusDeps &
  Pick<NodeBase, 'journal' | 'health' | 'clock' | 'loops' | 'log'>;

const KEY = keyText(keyOf('statusPage'));
/** Read so often though nobody asks, so that what is known last is not old when the database goes away. */
const REFRESH = { name: 'read the status page', everyMs: 30_000, limitMs: 30_000 };
/** A reader waits for newer data so long, and gets the last-known then. */
const WAIT_MS = 1000;

export type StatusPageView = ReturnType<typeof createStatusPage>;

/** The public status page as this instance has it in memory. */
export function createStatusPage(deps: StatusPageDeps) {
  const { config, db, journal, health, clock, loops, now, log } = deps;
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
  let refreshing: Loop | undefined;

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
      if (stored.on) show(await readStatus(deps, stored));
    } catch (error) {
      log.warn({ err: error }, 'the status page cannot be read');
      show(undefined);
    }
  }

  const readJoined = joined(read);
  function refresh(): Promise<void> {
    triedAt = now();
    reading = readJoined();
    return reading;
  }

  /** For the newest data, but not for long. */
  async function waitForNewer(): Promise<void> {
    if (Math.abs(now() - triedAt) >= FRESH_SEC * 1000) void refresh();
    const done = new AbortController();
    await Promise.race([reading, clock.sleep(WAIT_MS, done.signal)]);
    done.abort();
  }

  const stops = [
    // Any instance changes the settings.
    journal.subscribe(({ key }) => {
      if (keyText(key) === KEY) void refresh();
    }),
    journal.onGap(() => void refresh()),
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
      return documentsOf(await readStatus(deps, await readStatusPage(db)), where);
    },
    async open(): Promise<void> {
      refreshing = loops.repeat(REFRESH, refresh);
    },
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await refreshing?.close();
      await reading;
    },
  };
}
