import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALLS } from '../../contract/calls.ts';
import {
  BeatSchema,
  ByeSchema,
  ChangeSchema,
  HelloSchema,
  MissedSchema,
  OrderSchema,
} from '../../contract/live.ts';
import { QUERIES } from '../../contract/sent/queries.ts';

const change = {
  key: ['api', 'activity', 'logs'],
  op: 'prepend',
  data: [{ id: 1 }],
  seq: 4,
  at: 1_795_000_000_000,
};

const LiveMessageSchema = z.union([HelloSchema, BeatSchema, ByeSchema, ChangeSchema, OrderSchema]);

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

test('hello, beat, bye and change are parsed with unknown fields', () => {
  const messages = [
    { type: 'hello', contract: 1, build: 'abc', at: 1, seq: 0, beatSec: 15, region: 'north' },
    { type: 'beat', at: 1, seq: 0 },
    { type: 'bye', at: 1, comeBackSec: 5 },
    change,
    { ...change, note: 'x' },
  ];
  for (const message of messages) expect(z.parse(LiveMessageSchema, message)).toEqual(message);
});

test.each([
  [{ ...change, op: 'delete' }],
  [{ ...change, seq: undefined }],
  [{ ...change, key: 'api/activity/logs' }],
  [{ type: 'hello' }],
  [{ anything: 'else' }],
  [7],
  [null],
])('%o is no message of ours, only a sign of life', (message) => {
  expect(accepts(LiveMessageSchema, message)).toBe(false);
});

test('missed changes come in one answer that says whether it is complete', () => {
  const missed = { seq: 4, complete: true, changes: [change] };
  expect(z.parse(MissedSchema, missed)).toEqual(missed);
  expect(CALLS.live.answer).toBe(MissedSchema);
});

test('since is a whole number from 0', () => {
  expect(z.parse(QUERIES.live, { since: '12' })).toEqual({ since: 12 });
  for (const since of ['-1', '1.5', 'x', undefined]) {
    expect(accepts(QUERIES.live, { since })).toBe(false);
  }
});
