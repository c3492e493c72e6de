import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { keepLastKnown } from '../../src/first-paint/keep-last-known.ts';
import { readLastKnown } from '../../src/first-paint/last-known.ts';
import { removeMarkers, setMarkers } from '../../src/link/markers.ts';
import { createMirror } from '../../src/link/mirror.ts';
import type { EntryNews } from '../../src/worker/api.ts';

const AT = Date.parse('2026-11-22T12:00:00Z');
const ROW = { id: 1, message: 'Forge is connected', severity: 'success', createdAt: '2026-11-22' };
const BUNDLE = {
  id: 7,
  name: 'rules.zip',
  size: 2048,
  status: 'validated',
  targetPlatforms: null,
  createdAt: 'no time',
  secret: 'not shown anywhere',
};

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
  setMarkers('ada');
});
afterEach(() => {
  removeMarkers();
  vi.useRealTimers();
});

function known() {
  const mirror = createMirror(Date.now);
  let number = 0;
  const learn = (name: 'stats' | 'activity' | 'bundles', data: unknown, at = AT) => {
    const news = { kind: 'whole', data } as EntryNews['news'];
    const facts = {
      at,
      seq: 0,
      from: 'server',
      failure: undefined,
      everyMs: null,
      fed: false,
    } as const;
    mirror.apply({ number: ++number, entries: [{ key: keyOf(name), news, ...facts }] });
  };
  return { mirror, learn };
}

const stats = (meshConnections: number) => ({
  meshConnections,
  zipBundlesProcessed: 1234,
  route66Handshakes: 5,
});
const keptMesh = () => readLastKnown('ada')?.parts.stats?.slots.mesh;

test('what is known is kept a while after it came, as the texts that the screen shows', () => {
  const { mirror, learn } = known();
  const stop = keepLastKnown('ada', mirror);
  learn('stats', stats(6));
  learn('bundles', [BUNDLE]);
  learn(
    'activity',
    Array.from({ length: 50 }, () => ROW),
  );
  expect(keptMesh()).toBeUndefined();
  vi.advanceTimersByTime(1000);
  const { stats: numbers, bundles, activity } = readLastKnown('ada')?.parts ?? {};
  expect(numbers).toMatchObject({ at: AT, slots: { mesh: '6', bundles: (1234).toLocaleString() } });
  expect(bundles?.rows).toEqual([
    {
      kind: 'validated',
      slots: {
        id: '7',
        name: 'rules.zip',
        size: '2 KB',
        word: 'Validated',
        targets: 'All Platforms',
        createdAt: 'no time',
        uploaded: '—',
      },
    },
  ]);
  expect(activity?.rows?.length).toBeLessThan(20);
  stop();
});

test('what goes on coming is kept now and then, and the last of it when nobody looks any more', () => {
  const { mirror, learn } = known();
  const stop = keepLastKnown('ada', mirror);
  learn('stats', stats(6));
  vi.advanceTimersByTime(1000);
  learn('stats', stats(5), AT + 2000);
  vi.advanceTimersByTime(5000);
  expect(keptMesh()).toBe('6');
  vi.advanceTimersByTime(10_000);
  expect(keptMesh()).toBe('5');
  learn('stats', stats(4), AT + 20_000);
  dispatchEvent(new Event('pagehide'));
  expect(keptMesh()).toBe('4');
  stop();
  learn('stats', stats(3), AT + 30_000);
  dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(60_000);
  expect(keptMesh()).toBe('4');
});

test('what another tab knows better stays, and what this one does not know', () => {
  const one = known();
  const stopOne = keepLastKnown('ada', one.mirror);
  one.learn('stats', stats(6), AT + 5000);
  one.learn('bundles', [BUNDLE]);
  vi.advanceTimersByTime(1000);
  stopOne();
  const other = known();
  const stopOther = keepLastKnown('ada', other.mirror);
  other.learn('stats', stats(1), AT);
  other.learn('activity', []);
  vi.advanceTimersByTime(1000);
  stopOther();
  expect(keptMesh()).toBe('6');
  expect(Object.keys(readLastKnown('ada')?.parts ?? {}).sort()).toEqual([
    'activity',
    'bundles',
    'stats',
  ]);
});

test('nothing is kept of an account that is not, or no longer, signed in here', () => {
  const { mirror, learn } = known();
  const stop = keepLastKnown('ada', mirror);
  learn('stats', stats(6));
  vi.advanceTimersByTime(1000);
  expect(readLastKnown('bob')).toBeUndefined();
  removeMarkers();
  expect(localStorage.getItem('last-known')).toBeNull();
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('last-known')).toBeNull();
  setMarkers('bob');
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('last-known')).toBeNull();
  stop();
});

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['without times', '{"account":"ada","skewMs":null,"parts":{}}'],
])('%s is no record', (_name, text) => {
  localStorage.setItem('last-known', text);
  expect(readLastKnown('ada')).toBeUndefined();
});

test.each([
  ['a time', { at: '1', everyMs: null, slots: {}, rows: null }],
  ['an interval', { at: 1, slots: {}, rows: null }],
  ['texts', { at: 1, everyMs: null, slots: { mesh: {} }, rows: null }],
  ['rows', { at: 1, everyMs: null, slots: {}, rows: [{ kind: 'error', slots: { message: 1 } }] }],
  ['anything', null],
])('a part without %s that can be shown is left out, and no other', (_name, part) => {
  const sound = { at: 1, everyMs: null, slots: {}, rows: [] };
  const parts = { stats: part, bundles: sound };
  localStorage.setItem('last-known', JSON.stringify({ account: 'ada', skewMs: 0, parts }));
  expect(readLastKnown('ada')?.parts).toEqual({ bundles: sound });
});

test('what is far too long is not kept', () => {
  const { mirror, learn } = known();
  const stop = keepLastKnown('ada', mirror);
  learn('activity', [{ ...ROW, message: 'x'.repeat(100_000) }]);
  vi.advanceTimersByTime(1000);
  expect(localStorage.getItem('last-known')).toBeNull();
  stop();
});
