import { beforeEach, expect, test } from 'vitest';
import { createBadge, type Known, problemsOf } from '../../src/console/badge.ts';

const platform = (id: string, status: string) => ({
  id,
  name: id,
  domain: `${id}.mesh.example`,
  status,
  latencyMs: 1,
  lastSeen: 1,
});
const bundle = (id: string, status: string) => ({
  id,
  name: `${id}.zip`,
  size: 1,
  status,
  targetPlatforms: null,
  createdAt: '2026-11-21T00:00:00Z',
});
const proof = (id: string, endedAt: number | null, verified: boolean) => ({
  id,
  peer: 'forge.mesh.example',
  startedAt: 1,
  deadline: 2,
  endedAt,
  verified,
  server_ok: verified,
  callback_ok: verified,
  file_ok: verified,
});

const WELL: Known = { connections: [platform('forge', 'connected')], bundles: [], proofs: [] };
const DOWN = [platform('forge', 'error')];

let known: Known;
let looked: boolean;
let names: readonly string[];
let shown: number[];
let look: () => void;

beforeEach(() => {
  known = WELL;
  looked = false;
  names = [];
  shown = [];
  look = createBadge({
    known: () => known,
    isLooked: () => looked,
    show: (count) => shown.push(count),
    seen: {
      read: () => names,
      write: (next) => {
        names = next;
      },
    },
  });
});

function learn(next: Partial<Known>): number | undefined {
  known = { ...known, ...next };
  look();
  return shown.at(-1);
}

test('problems are platforms in trouble, failed bundles and missed proofs, and nothing else', () => {
  expect(
    problemsOf({
      connections: [platform('a', 'connected'), platform('b', 'warning'), platform('c', 'error')],
      bundles: [bundle('1', 'failed'), bundle('2', 'validated')],
      proofs: [proof('x', null, false), proof('y', 5, false), proof('z', 5, true)],
    }),
  ).toEqual(['platform b warning', 'platform c error', 'bundle 1', 'proof y']);
});

test('a drill is a problem, maintenance is none', () => {
  const connections = [platform('a', 'drill'), platform('b', 'maintenance')];
  expect(problemsOf({ ...WELL, connections })).toEqual(['platform a drill']);
});

test('counts problems that come while the page is hidden, and clears them when it is visible', () => {
  expect(learn({})).toBe(0);
  expect(learn({ connections: DOWN })).toBe(1);
  expect(learn({ bundles: [bundle('1', 'failed')] })).toBe(2);
  looked = true;
  expect(learn({})).toBe(0);
  looked = false;
  expect(learn({})).toBe(0);
});

test('what was seen and gets worse, or comes back, is a new problem', () => {
  looked = true;
  learn({ connections: [platform('forge', 'warning')] });
  looked = false;
  expect(learn({ connections: DOWN })).toBe(1);
  looked = true;
  learn({});
  looked = false;
  expect(learn(WELL)).toBe(0);
  expect(learn({ connections: DOWN })).toBe(1);
});

test('shows no number without data, and keeps what was seen', () => {
  expect(learn({ connections: DOWN })).toBe(1);
  expect(learn({ connections: undefined })).toBe(0);
  looked = true;
  learn({ connections: DOWN });
  learn({ connections: undefined });
  looked = false;
  expect(learn({ connections: DOWN })).toBe(0);
});

test('sets the badge only when the number changes', () => {
  learn({ connections: DOWN });
  learn({});
  learn({ proofs: [proof('x', null, false)] });
  expect(shown).toEqual([1]);
});
