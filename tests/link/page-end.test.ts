import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { startFeed } from '../../src/link/feed.ts';
import {
  accountName,
  hasMarker,
  onMarkerElsewhere,
  removeMarkers,
  setMarkers,
} from '../../src/link/markers.ts';
import { createMirror } from '../../src/link/mirror.ts';
import { ApiError, messageOf } from '../../src/link/outcome.ts';
import { createQueryClient } from '../../src/link/query-client.ts';
import { requestOf } from '../../src/link/request-of.ts';
import { trustedScriptUrl } from '../../src/link/trusted-url.ts';
import type { DataNews, EntryNews, Failure } from '../../src/worker/api.ts';

const REFUSED: Failure = { ok: false, status: 404, text: '{"message":"No."}', why: 'refused' };

function newsOf(news: DataNews, over: Partial<EntryNews> = {}): EntryNews {
  const facts = { at: 1, seq: 1, failure: undefined, everyMs: null, fed: true } as const;
  return { key: keyOf('activity'), from: 'server', news, ...facts, ...over };
}

afterEach(() => vi.unstubAllGlobals());

describe('a failure', () => {
  it('reads "<status>: <text>" and keeps its facts', () => {
    const error = new ApiError(REFUSED);
    expect(error.message).toBe('404: {"message":"No."}');
    expect(error).toMatchObject({ status: 404, why: 'refused', name: 'ApiError' });
  });

  it('says no status where there was no answer', () => {
    const error = new ApiError({
      ok: false,
      status: 0,
      text: 'No answer within 15 s',
      why: 'late',
    });
    expect(error.message).toBe('No answer within 15 s');
  });

  it.each([
    ['{"message":"No."}', 'No.'],
    ['{"message":""}', undefined],
    ['{"message":7}', undefined],
    ['{"error":"No."}', undefined],
    ['null', undefined],
    ['Internal Server Error', undefined],
    ['', undefined],
  ])('gives the server’s sentence: %s', (text, sentence) => {
    expect(messageOf({ text })).toBe(sentence);
  });
});

describe('the mirror and the feed', () => {
  it('write what is pushed under its key into the Query cache, rows unchanged the same', () => {
    const mirror = createMirror(() => 1000);
    const client = createQueryClient();
    const stop = startFeed(client, mirror);
    const rows = [{ id: 1 }];
    mirror.apply({ number: 1, entries: [newsOf({ kind: 'whole', data: rows })] });
    const pieces = [{ rows: [{ id: 2 }] }, { from: 0, count: 1 }];
    mirror.apply({ number: 2, entries: [newsOf({ kind: 'rows', pieces })] });
    const entry = client.getQueryData<{ data: { id: number }[] }>(keyOf('activity'));
    expect(entry?.data).toEqual([{ id: 2 }, { id: 1 }]);
    expect(entry?.data[1]).toBe(rows[0]);
    stop();
  });

  it('keep the data of a push that tells only of its age', () => {
    const mirror = createMirror(() => 1000);
    mirror.apply({ number: 1, entries: [newsOf({ kind: 'whole', data: 7 })] });
    mirror.apply({ number: 2, entries: [newsOf({ kind: 'same' }, { at: 9, fed: false })] });
    expect(mirror.entry(keyOf('activity'))).toMatchObject({ data: 7, at: 9, fed: false });
  });

  it('start from what was pushed before, and forget everything that was cleared', () => {
    const mirror = createMirror(() => 1000);
    const client = createQueryClient();
    mirror.apply({ number: 1, entries: [newsOf({ kind: 'whole', data: 7 })] });
    const stop = startFeed(client, mirror);
    expect(client.getQueryData(keyOf('activity'))).toMatchObject({ data: 7 });
    mirror.apply({ number: 2, cleared: true });
    expect(client.getQueryData(keyOf('activity'))).toBeUndefined();
    expect(mirror.entries()).toEqual([]);
    stop();
    mirror.apply({ number: 3, entries: [newsOf({ kind: 'whole', data: 8 })] });
    expect(client.getQueryData(keyOf('activity'))).toBeUndefined();
  });

  it('tell server time by the skew', () => {
    const mirror = createMirror(() => 1000);
    mirror.apply({ number: 1, skewMs: 500 });
    expect(mirror.serverNow()).toBe(1500);
  });

  it('hold what changes, and the time, while a page is drawn, and give it back in order', () => {
    let now = 1000;
    const mirror = createMirror(() => now);
    const heard: number[] = [];
    mirror.subscribe(({ number }) => heard.push(number));
    const drawn = mirror.hold();
    now = 3000;
    mirror.apply({ number: 1, skewMs: 7, entries: [newsOf({ kind: 'whole', data: 1 })] });
    mirror.apply({ number: 2, entries: [newsOf({ kind: 'whole', data: 2 })] });
    expect([mirror.serverNow(), mirror.entries(), heard]).toEqual([1000, [], []]);
    drawn();
    expect(mirror.serverNow()).toBe(3007);
    expect(mirror.entry(keyOf('activity'))).toMatchObject({ data: 2 });
    expect(heard).toEqual([1, 2]);
    drawn();
    mirror.apply({ number: 3 });
    expect(heard).toEqual([1, 2, 3]);
  });

  it('hold nothing of a worker that is gone from the one that takes its place', async () => {
    const mirror = createMirror(() => 1000);
    mirror.hold();
    mirror.apply({ number: 9, skewMs: 7 });
    mirror.restart();
    expect(mirror.skewMs()).toBe(7);
    let isReached = false;
    const reached = mirror.reached(1).then(() => {
      isReached = true;
    });
    await Promise.resolve();
    expect(isReached).toBe(false);
    mirror.apply({ number: 1 });
    await reached;
  });

  it('never retry, refetch or park anything by themselves', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    });
    expect(mutations).toMatchObject({ retry: false, networkMode: 'always' });
  });
});

describe('an action’s input', () => {
  it.each([
    ['nothing', undefined, {}],
    ['values of the path', { params: { id: '7' } }, { params: { id: '7' } }],
    ['a payload', { peer: 'forge' }, { params: undefined, payload: { peer: 'forge' } }],
    [
      'both',
      { params: { id: '7' }, reason: 'x' },
      { params: { id: '7' }, payload: { reason: 'x' } },
    ],
  ])('with %s', (_, input, request) => {
    expect(requestOf(input)).toEqual(request);
  });
});

describe('the markers', () => {
  function storageOf(values = new Map<string, string>()) {
    return {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, value: string) => values.set(name, value),
      removeItem: (name: string) => values.delete(name),
    };
  }

  it('hold the name and the flag of the session, and go together', () => {
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf());
    expect(hasMarker()).toBe(false);
    setMarkers('ada');
    expect(localStorage.getItem('auth-token')).toBe('ada');
    expect(sessionStorage.getItem('session-auth')).toBe('true');
    expect([hasMarker(), accountName()]).toEqual([true, 'ada']);
    removeMarkers();
    expect([hasMarker(), accountName()]).toEqual([false, 'authenticated']);
  });

  it('say authenticated when the server named nobody', () => {
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf());
    setMarkers(undefined);
    expect(localStorage.getItem('auth-token')).toBe('authenticated');
  });

  it('are each enough for the guard', () => {
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf(new Map([['session-auth', 'true']])));
    expect(hasMarker()).toBe(true);
  });

  it('tell of another tab that signs out, and of nothing else that is stored', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const changes: (string | null)[] = [];
    const stop = onMarkerElsewhere((username) => changes.push(username));
    const store = (key: string | null, newValue: string | null) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    store('theme', 'dark');
    store('auth-token', 'eve');
    store('auth-token', null);
    store(null, null);
    stop();
    store('auth-token', null);
    expect(changes).toEqual(['eve', null, null]);
  });

  it('read as signed out where the browser forbids storage', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    setMarkers('ada');
    expect(hasMarker()).toBe(false);
  });
});

describe('row 29: the worker’s address', () => {
  it('is trusted when it is of this origin, by the one policy, and refused otherwise', () => {
    const made: string[] = [];
    vi.stubGlobal('location', new URL('https://node.example/login'));
    vi.stubGlobal('trustedTypes', {
      createPolicy(name: string, rules: { createScriptURL: (url: string) => string }) {
        made.push(name);
        return rules;
      },
    });
    expect(trustedScriptUrl('/assets/main-1.js')).toBe('/assets/main-1.js');
    expect(() => trustedScriptUrl('https://evil.example/x.js')).toThrow(TypeError);
    expect(() => trustedScriptUrl('data:text/javascript,1')).toThrow(TypeError);
    expect(made).toEqual(['meridian']);
  });
});
