import { describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { awayReport, type Seen } from '../../src/console/away/away.ts';
import { createAwayWatch } from '../../src/console/away/away-watch.ts';
import { createPageCache } from '../../src/console/page-cache.ts';
import type { ConnectionState, WorkerStatus } from '../../src/shared/model.ts';
import { createValueStore } from '../../src/shared/subscribable.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const row = (id: number) => ({
  id,
  message: `event ${id}`,
  severity: 'success',
  createdAt: new Date(START + id * 1000).toISOString(),
});
const platform = (status: string) => ({
  id: 'harbor',
  name: 'Harbor',
  domain: 'h',
  status,
  latencyMs: 1,
  lastSeen: 1,
});
const BY_ADA = { account: 'ada' };
const seen = (at: number, ids: readonly number[], status = 'connected') => ({
  at,
  rows: ids.map(row),
  platforms: [platform(status)],
});

describe('awayReport', () => {
  it('lists the rows that are newer than the last known one, and the platforms that changed', () => {
    const report = awayReport({
      ...BY_ADA,
      before: seen(1, [2, 1]),
      now: seen(2, [4, 3, 2, 1], 'error'),
    });
    expect(report.rows.map(({ id }) => id)).toEqual([4, 3]);
    expect(report.platforms).toEqual([{ name: 'Harbor', from: 'connected', to: 'error' }]);
    expect(report.record).toEqual({ kind: 'complete' });
  });

  it('is incomplete when no known row is left, and says from when on rows are known', () => {
    const report = awayReport({ ...BY_ADA, before: seen(1, [2, 1]), now: seen(2, [9, 8]) });
    expect(report.record).toEqual({ kind: 'incomplete', until: START + 8000 });
  });

  it('is complete when nothing had happened before', () => {
    const { record } = awayReport({ ...BY_ADA, before: seen(1, []), now: seen(2, [1]) });
    expect(record).toEqual({ kind: 'complete' });
  });

  it.each(['Jörg Müller', 'jörg', 'a.b+c@mesh.example', 'ada (night)', 'Ö'])(
    'leaves out what %s did, and not what a longer name did',
    (account) => {
      const rows = [
        { ...row(5), message: `${account} is on it: Harbor is down` },
        { ...row(4), message: `Harbor was paused by ${account}.` },
        { ...row(3), message: `${account}y is on it: Forge is down` },
        { ...row(2), message: `x${account} is on it: Forge is down` },
      ];
      const { rows: reported } = awayReport({
        account,
        before: seen(1, [1]),
        now: { ...seen(2, []), rows: [...rows, row(1)] },
      });
      expect(reported.map(({ id }) => id)).toEqual([3, 2]);
    },
  );

  it('leaves out what the account did itself, but no warning about it', () => {
    const rows = [
      { ...row(4), message: 'ada is on it: Harbor is down' },
      { ...row(3), message: 'adam is on it: Forge is down' },
      { ...row(2), message: 'ada signed in from a new browser', severity: 'warning' },
    ];
    const { rows: reported } = awayReport({
      ...BY_ADA,
      before: seen(1, [1]),
      now: { at: 2, rows, platforms: [] },
    });
    expect(reported.map(({ id }) => id)).toEqual([3, 2]);
  });
});

function reportOf(watch: ReturnType<typeof createAwayWatch>) {
  const absence = watch.absence();
  return absence && awayReport(absence);
}

describe('createAwayWatch', () => {
  const live: ConnectionState = {
    state: 'live',
    since: 0,
    lastMessageAt: 0,
    liveMessageSeen: true,
  };
  const down: ConnectionState = { ...live, state: 'silent', since: 0 };

  function memoryOf() {
    let kept: Seen | undefined;
    return {
      load: () => kept,
      save(seen: Seen) {
        kept = structuredClone(seen);
      },
    };
  }

  function rigOf({ memory = memoryOf(), now = START } = {}) {
    let number = 0;
    let tick = () => undefined as unknown;
    const cache = createPageCache();
    const status = createValueStore<WorkerStatus>({ connection: live, skewMs: 0, storage: 'disk' });
    const onTick = (listener: () => void) => {
      tick = listener;
      return () => {
        tick = () => undefined;
      };
    };
    const client = { status, serverNow: () => now };
    const watch = createAwayWatch(cache, client, onTick, memory, () => 'ada');
    const stop = watch.subscribe(() => undefined);
    const push = (ids: readonly number[], link: ConnectionState) => {
      number += 1;
      const key = keyOf('activity');
      const facts = { at: now, seq: 1, from: 'live', failure: undefined, everyMs: null } as const;
      const delta = { kind: 'whole', data: ids.map(row) } as const;
      status.set({ ...status.get(), connection: link });
      cache.apply({
        number,
        entries: [{ key, ...facts, isStreamed: link.state === 'live', delta }],
      });
    };
    return {
      watch,
      push,
      stop,
      async pass(ms: number) {
        now += ms;
        tick();
        await vi.dynamicImportSettled();
      },
    };
  }

  it('reports nothing after less than five minutes in which no platform changed', async () => {
    const { watch, push, pass } = rigOf();
    push([1], live);
    await pass(1000);
    await pass(240_000);
    push([2, 1], live);
    await pass(1000);
    expect(reportOf(watch)).toBeUndefined();
  });

  it('reports nothing when nothing happened', async () => {
    const { watch, push, pass } = rigOf();
    push([1], live);
    await pass(1000);
    await pass(600_000);
    await pass(1000);
    expect(reportOf(watch)).toBeUndefined();
  });

  it('reports nothing after less than a minute', async () => {
    const { watch, push, pass } = rigOf();
    push([1], live);
    await pass(1000);
    push([2, 1], live);
    await pass(59_000);
    expect(reportOf(watch)).toBeUndefined();
  });

  it('reports after a minute, once the connection is live again', async () => {
    const { watch, push, pass } = rigOf();
    push([1], live);
    await pass(1000);
    push([1], down);
    await pass(600_000);
    expect(reportOf(watch)).toBeUndefined();
    push([3, 2, 1], live);
    await pass(1000);
    expect(reportOf(watch)).toMatchObject({ leftAt: START + 1000, record: { kind: 'complete' } });
    expect(reportOf(watch)?.rows).toHaveLength(2);
    watch.dismiss();
    expect(reportOf(watch)).toBeUndefined();
  });

  it('reports from stored data when the console is reopened', async () => {
    const memory = memoryOf();
    const first = rigOf({ memory });
    first.push([1], live);
    await first.pass(1000);
    const later = rigOf({ memory, now: START + 375_000 });
    await later.pass(1000);
    expect(reportOf(later.watch)).toBeUndefined();
    later.push([2, 1], live);
    await later.pass(1000);
    expect(reportOf(later.watch)).toMatchObject({
      leftAt: START + 1000,
      rows: [{ id: 2 }],
      record: { kind: 'complete' },
    });
  });

  it('reports nothing when the console is reopened at once', async () => {
    const memory = memoryOf();
    const first = rigOf({ memory });
    first.push([1], live);
    await first.pass(1000);
    const next = rigOf({ memory, now: START + 5000 });
    next.push([2, 1], live);
    await next.pass(1000);
    expect(reportOf(next.watch)).toBeUndefined();
  });
});
