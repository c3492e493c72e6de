import { afterEach, describe, expect, test, vi } from 'vitest';
import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { type Page, readAll } from '../../console/paged-rows.ts';
import { workerClient } from '../../console/worker-client.ts';
import {
  filterOf,
  type LogFilter,
  type LogSearch,
  type LogSort,
  matchesLog,
} from '../../domain/log-search.ts';
import { type LogCursor, readPage } from './log-pages.ts';
import { joinLogs } from './use-logs.ts';

const SEVERITIES = ['note', 'success', 'warning', 'error'];
/** Newest first. */
const LOG: Activity[] = Array.from({ length: 40 }, (_, index) => ({
  id: 40 - index,
  message: `Event ${40 - index}`,
  severity: SEVERITIES[(40 - index) % 7] ?? 'note',
  createdAt: new Date(1_000_000_000_000 + (40 - index) * 1000).toISOString(),
}));

const problems = (rows: readonly Activity[]) => [
  ...rows.filter(({ severity }) => severity === 'error'),
  ...rows.filter(({ severity }) => severity === 'warning'),
  ...rows.filter(({ severity }) => severity !== 'error' && severity !== 'warning'),
];
const ordered: Record<LogSort, (rows: readonly Activity[]) => readonly Activity[]> = {
  newest: (rows) => rows,
  oldest: (rows) => rows.toReversed(),
  problems,
};
const idsOf = (rows: readonly Activity[]) => rows.map(({ id }) => id);

type Query = LogFilter & { before?: number; after?: number; limit: number };

/** Answers as the server does. */
function serve(): void {
  vi.spyOn(workerClient, 'send').mockImplementation(async (_, request) => {
    const { before, after, limit, ...filter } = (request?.query ?? {}) as unknown as Query;
    const order = after === undefined ? LOG : LOG.toReversed();
    const wanted = filter.severity?.split(',') ?? [undefined];
    const data = order.filter(
      (row) =>
        wanted.some((severity) => matchesLog(row, { ...filter, severity } as LogFilter)) &&
        Number(row.id) < (before ?? 99) &&
        Number(row.id) > (after ?? -1),
    );
    return { ok: true, status: 200, data: data.slice(0, limit) } as never;
  });
}

async function readPages(
  sort: LogSort,
  filter: LogFilter,
  limit: number,
): Promise<Page<Activity, LogCursor>[]> {
  const pages: Page<Activity, LogCursor>[] = [];
  do pages.push(await readPage(filter, sort, limit, pages.at(-1)?.next));
  while (pages.at(-1)?.next);
  return pages;
}

afterEach(() => void vi.restoreAllMocks());

describe.each<LogSort>(['newest', 'oldest', 'problems'])('%s first', (sort) => {
  test.each<LogSearch>([{}, { q: '3' }, { severity: 'warning,error' }, { severity: 'info' }])(
    'the pages of %j have every row once, in order, whatever their length',
    async (search) => {
      serve();
      const filter = filterOf(search, 0);
      const wanted = ordered[sort](LOG.filter((row) => matchesLog(row, filter)));
      for (const limit of [1, 3, 7, 100]) {
        const pages = await readPages(sort, filter, limit);
        expect(idsOf(pages.flatMap(({ rows }) => rows))).toEqual(idsOf(wanted));
      }
      const all = await readAll<Activity, LogCursor>(
        (from) => readPage(filter, sort, 7, from),
        vi.fn(),
      );
      expect(idsOf(all)).toEqual(idsOf(wanted));
    },
  );

  test('what this console knows is joined without a hole', async () => {
    serve();
    const known = LOG.slice(0, 12);
    const pages = await readPages(sort, filterOf({}, 0), 3);
    for (let count = 1; count <= pages.length; count += 1) {
      const read = pages.slice(0, count).flatMap(({ rows }) => rows.filter(({ id }) => id !== 40));
      const joined = joinLogs[sort](known, read, pages[count - 1]?.next);
      expect(idsOf(joined)).toEqual(idsOf(ordered[sort](LOG).slice(0, joined.length)));
      expect(joined.length).toBeGreaterThanOrEqual(read.length);
    }
  });
});

test('a server that knows neither pages nor filters is asked no further', async () => {
  const send = vi.spyOn(workerClient, 'send');
  send.mockResolvedValue({ ok: true, status: 200, data: LOG } as never);
  for (const sort of ['newest', 'problems'] as const) {
    const all = await readAll<Activity, LogCursor>(
      (from) => readPage(filterOf({}, 0), sort, ACTIVITY.pageMax, from),
      vi.fn(),
    );
    expect(idsOf(all)).toEqual(idsOf(ordered[sort](LOG)));
  }
  expect(send.mock.calls.length).toBeLessThan(10);
});
