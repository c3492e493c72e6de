import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type AnswerOf, CALLS, type ReadName } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type Key, keyOf, type PathParams } from '../../contract/paths.ts';
import { pageCache } from '../../src/console/page-cache.ts';
import { workerClient } from '../../src/console/worker-client.ts';
import { removeMarkers, setMarkers } from '../../src/device/markers.ts';
import { type ConnectionState, type Entry, NOT_CONNECTED } from '../../src/shared/model.ts';
import type { Failure, Outcome } from '../../src/shared/outcome.ts';
import { NOW } from './samples.ts';

const LIVE = {
  state: 'live',
  since: NOW,
  lastMessageAt: NOW,
  liveMessageSeen: true,
} as const satisfies ConnectionState;

const refusal = (status: number, message: string): Failure => ({
  ...{ ok: false, status, why: 'refused' },
  text: JSON.stringify({ message }),
});

const KNOWN = {
  at: NOW,
  from: 'server',
  isStreamed: false,
  everyMs: 5000,
  failure: undefined,
} as const;

/** How a read stands, in each way that a screen can meet it: as `READINGS`. */
const STANDS = {
  fresh: { ...KNOWN, isStreamed: true },
  // Without the server, as this device remembers it.
  stale: { ...KNOWN, from: 'disk', at: NOW - 3 * MINUTE_MS },
  unknown: { ...KNOWN, from: 'disk', at: NOW - 90 * MINUTE_MS },
  failing: {
    ...KNOWN,
    at: NOW - MINUTE_MS,
    failure: refusal(503, 'The mesh is being restarted.'),
  },
  failed: { ...KNOWN, at: undefined, failure: refusal(500, 'Internal Server Error') },
  missing: { ...KNOWN, at: undefined, failure: refusal(404, 'Not Found') },
} as const;

/** How a read of a story or a test stands; a server may lack the call. */
export type Stand = keyof typeof STANDS | 'loading';

/** Samples are never written to. */
type Sample<Answer> = Answer extends (infer Row)[] ? readonly Row[] : Answer;

/** @returns what the page knows of a read; nothing while it is loading */
export function known<Name extends ReadName>(
  name: Name,
  data: Sample<AnswerOf<Name>>,
  stand: Stand = 'fresh',
  params: PathParams = {},
): Entry[] {
  return stand === 'loading' ? [] : [entryOf(keyOf(name, params), data, stand)];
}

/** @returns what the page knows of its own device */
export const knownHere = (key: Key, data: unknown): Entry[] => [entryOf(key, data, 'fresh')];

function entryOf(key: Key, data: unknown, stand: keyof typeof STANDS): Entry {
  const state = STANDS[stand];
  return { key, seq: 1, data: state.at && data, ...state };
}

type Query = Readonly<Record<string, unknown>>;

const UNREACHABLE: Failure = {
  ...{ ok: false, status: 0, why: 'unreachable' },
  text: 'The server cannot be reached.',
};

function answerOf({ data, failure, from }: Entry, { before, limit }: Query = {}): Outcome {
  if (failure) return failure;
  if (from === 'disk') return UNREACHABLE;
  const rows = data as readonly { readonly id: number }[];
  if (limit === undefined) return { ok: true, data };
  const older = before === undefined ? rows : rows.filter(({ id }) => id < Number(before));
  return { ok: true, data: older.slice(0, Number(limit)) };
}

interface SeededProps {
  /** All that the page knows; memoized, or of a module, it stays the same objects. */
  entries: readonly Entry[];
  /** Who is signed in. */
  account?: string;
  children: ReactNode;
}

/**
 * A screen over what the data worker would have pushed, at `NOW`, and what it answers to who asks it for these reads: pages
 * of them by `before` and `limit`. No worker is started.
 */
export function Seeded({ entries, account, children }: SeededProps) {
  const known = useRef(entries);
  useLayoutEffect(() => {
    const { send } = workerClient;
    const disconnect = connect();
    workerClient.send = async (name, request = {}) => {
      if (CALLS[name].method !== 'GET') return send(name, request);
      await Promise.resolve();
      const key = String(keyOf(name, request.params));
      const entry = known.current.find((one) => String(one.key) === key);
      return entry ? answerOf(entry, request.query) : new Promise(() => undefined);
    };
    pageCache.apply({ number: 1, cleared: true });
    return () => {
      workerClient.send = send;
      disconnect();
      pageCache.apply({ number: 1, cleared: true });
    };
  }, []);
  useLayoutEffect(() => {
    if (account === undefined) return undefined;
    setMarkers(account);
    return removeMarkers;
  }, [account]);
  useLayoutEffect(() => {
    known.current = entries;
    push(entries);
  }, [entries]);
  return <QueryClientProvider client={pageCache.queryClient}>{children}</QueryClientProvider>;
}

/** The page has a live connection at `NOW`, and no worker. @returns the undo */
export function connect(): () => void {
  const { subscribe, status } = workerClient;
  workerClient.subscribe = () => () => undefined;
  status.set({ ...status.get(), connection: LIVE, skewMs: NOW - Date.now() });
  return () => {
    workerClient.subscribe = subscribe;
    status.set({ ...status.get(), connection: NOT_CONNECTED, skewMs: 0 });
  };
}

/** A live message has arrived just now. */
export function pushMessage(entries: readonly Entry[]): void {
  const { status } = workerClient;
  const lastMessageAt = workerClient.serverNow();
  status.set({ ...status.get(), connection: { ...LIVE, lastMessageAt } });
  push(entries);
}

/** @param cleared nothing else is known from now on */
export function push(entries: readonly Entry[], cleared = false): void {
  const deltas = entries.map(({ data, ...rest }) => ({
    ...rest,
    delta: { kind: 'whole', data } as const,
  }));
  pageCache.apply({ number: 1, cleared, entries: deltas });
}
