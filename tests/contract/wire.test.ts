import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import {
  BeatSchema,
  ByeSchema,
  CHANGE_OPS,
  ChangeSchema,
  CLOSE,
  HelloSchema,
  OrderSchema,
} from '../../contract/live.ts';
import {
  type CallName,
  LIVE_PATH,
  LIVE_SEQ_HEADER,
  LIVE_STREAM_HEADER,
  SERVER_TIME_HEADER,
} from '../../contract/paths.ts';
import { sentShapes } from '../../contract/sent.ts';
import { ProblemSchema } from '../../contract/shapes/system.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';

/** What each version of the wire looks like. A released line is never edited. */
const WIRES: Record<number, string> = {
  1: 'de728dedc4ec7b05',
  2: '0711e521d09d38f1',
  3: 'b5c0f3351fd0f894',
  4: '7eba8e081db6a7eb',
  5: '0be1975b21514ee2',
  6: 'badf94dad13b1e4a',
  7: '92cbcf0fa7ec6143',
  8: '72380484b98725a5',
  9: '78b1c0ffc798588d',
  10: '2c70a160141a4cb4',
  11: '3e9fbb663a67479d',
  12: '17d5dcccda45ce57',
  13: '33f7f2019b6bbc5d',
};

const shapeOf = (schema: z.ZodMiniType | null) =>
  schema && {
    sent: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    read: z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
  };

const rowOf = (name: string, { answer, ...row }: Call) => {
  const { payload, query } = sentShapes(name as CallName);
  return { ...row, payload: shapeOf(payload), query: shapeOf(query), answer: shapeOf(answer) };
};

function wire(calls: Record<string, Call> = CALLS) {
  return {
    calls: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [name, rowOf(name, call)]),
    ),
    error: shapeOf(ProblemSchema),
    headers: [SERVER_TIME_HEADER, LIVE_SEQ_HEADER, LIVE_STREAM_HEADER],
    live: {
      path: LIVE_PATH,
      messages: [HelloSchema, BeatSchema, ByeSchema, ChangeSchema, OrderSchema].map(shapeOf),
      ops: CHANGE_OPS,
      close: CLOSE,
    },
  };
}

/** The order in which keys are written down says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 16);

test('the wire is the one that this contract version describes', () => {
  expect(
    hashOf(wire()),
    'The wire has changed: write a line into contract/version.ts, and its hash here.',
  ).toBe(WIRES[CONTRACT_VERSION]);
});

test('the hash notices a changed method, path, interval, field, and tolerance', () => {
  const before = hashOf(wire());
  const changed: Partial<Call>[] = [
    { method: 'DELETE' },
    { path: '/api/elsewhere' },
    { pollMs: 1 },
    { access: 'public' },
    { refreshes: ['stats'] },
    { answer: z.object({}) },
    { answer: z.looseObject({ ...CALLS.stats.answer.shape, more: z.optional(z.string()) }) },
    { answer: z.strictObject(CALLS.stats.answer.shape) },
  ];
  for (const change of changed) {
    expect(hashOf(wire({ ...CALLS, stats: { ...CALLS.stats, ...change } }))).not.toBe(before);
  }
});

test('the hash does not depend on the order in which fields are written', () => {
  expect(hashOf({ a: 1, b: { c: 2, d: 3 } })).toBe(hashOf({ b: { d: 3, c: 2 }, a: 1 }));
});
