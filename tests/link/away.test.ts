import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { awayReport } from '../../src/link/away/away.ts';
import { createAwayWatch } from '../../src/link/away/away-watch.ts';
import { createMirror } from '../../src/link/mirror.ts';
import type { LinkState } from '../../src/worker/api.ts';

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
const seen = (at: number, ids: readonly number[], status = 'connected') => ({
  at,
  rows: ids.map(row),
  platforms: [platform(status)],
});

describe('what changed while nobody looked', () => {
  it('is the rows before the first that was known, complete, and the platforms that changed', () => {
    const report = awayReport(seen(1, [2, 1]), seen(2, [4, 3, 2, 1], 'error'));
    expect(report.rows.map(({ id }) => id)).toEqual([4, 3]);
    expect(report.platforms).toEqual([{ name: 'Harbor', from: 'connected', to: 'error' }]);
    expect(report.record).toEqual({ kind: 'complete' });
  });

  it('is not complete when no known row is left, and says until when it was blind', () => {
    const report = awayReport(seen(1, [2, 1]), seen(2, [9, 8]));
    expect(report.record).toEqual({ kind: 'blind', until: START + 8000 });
  });

  it('is complete when nothing had happened before', () => {
    expect(awayReport(seen(1, []), seen(2, [1])).record).toEqual({ kind: 'complete' });
  });
});

describe('somebody who comes back', () => {
  const live: LinkState = {
    state: 'live',
    since: 0,
    lastHeardAt: 0,
    liveMessageSeen: true,
    role: 'leading',
  };
  const down: LinkState = { ...live, state: 'silent', since: 0 };

  function rigOf() {
    let now = START;
    let number = 0;
    let tick = () => undefined as unknown;
    const mirror = createMirror(() => now);
    const watch = createAwayWatch(mirror, (listener) => {
      tick = listener;
      return () => {
        tick = () => undefined;
      };
    });
    const stop = watch.subscribe(() => undefined);
    const tell = (ids: readonly number[], link: LinkState) => {
      number += 1;
      const key = keyOf('activity');
      const facts = { at: now, seq: 1, from: 'live', failure: undefined, everyMs: null } as const;
      const news = { kind: 'whole', data: ids.map(row) } as const;
      mirror.apply({
        number,
        link,
        entries: [{ key, ...facts, fed: link.state === 'live', news }],
      });
    };
    return {
      watch,
      tell,
      stop,
      pass(ms: number) {
        now += ms;
        tick();
      },
    };
  }

  it('is told nothing after less than a minute', () => {
    const { watch, tell, pass } = rigOf();
    tell([1], live);
    pass(1000);
    tell([2, 1], live);
    pass(59_000);
    expect(watch.report()).toBeUndefined();
  });

  it('is told after a minute, once the line is whole again', () => {
    const { watch, tell, pass } = rigOf();
    tell([1], live);
    pass(1000);
    tell([1], down);
    pass(600_000);
    expect(watch.report()).toBeUndefined();
    tell([3, 2, 1], live);
    pass(1000);
    expect(watch.report()).toMatchObject({ leftAt: START + 1000, record: { kind: 'complete' } });
    expect(watch.report()?.rows).toHaveLength(2);
    watch.dismiss();
    expect(watch.report()).toBeUndefined();
  });
});
