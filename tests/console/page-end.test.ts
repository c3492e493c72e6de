import { QueryObserver, skipToken } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { requestOf } from '../../src/console/actions.ts';
import { createPageCache } from '../../src/console/page-cache.ts';
import { signOut } from '../../src/console/session.ts';
import { workerClient } from '../../src/console/worker-client.ts';
import { ownScript, textWithoutTags } from '../../src/device/content-security.ts';
import {
  accountName,
  hasMarker,
  keptName,
  onMarkerElsewhere,
  removeMarkers,
  setMarkers,
  signingOut,
} from '../../src/device/markers.ts';
import type { DataDelta, EntryDelta } from '../../src/shared/delta.ts';
import type { Entry } from '../../src/shared/model.ts';
import type { Failure } from '../../src/shared/outcome.ts';
import { ApiError, messageOf } from '../../src/shared/outcome.ts';

const REFUSED: Failure = { ok: false, status: 404, text: '{"message":"No."}', why: 'refused' };

function entryDelta(delta: DataDelta, over: Partial<EntryDelta> = {}): EntryDelta {
  const facts = { at: 1, seq: 1, failure: undefined, everyMs: null, isStreamed: true } as const;
  return { key: keyOf('activity'), from: 'server', delta, ...facts, ...over };
}

function storageOf(values = new Map<string, string>()) {
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
  };
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

describe('the page cache', () => {
  const activity = keyOf('activity');
  const whole = (data: unknown) => [entryDelta({ kind: 'whole', data })];

  it('stores a push under its key, unchanged rows as the same objects', () => {
    const cache = createPageCache();
    const rows = [{ id: 1 }];
    cache.apply({ number: 1, entries: whole(rows) });
    const pieces = [{ rows: [{ id: 2 }] }, { from: 0, count: 1 }];
    cache.apply({ number: 2, entries: [entryDelta({ kind: 'rows', pieces })] });
    const entry = cache.entry<{ id: number }[]>(activity);
    expect(entry?.data).toEqual([{ id: 2 }, { id: 1 }]);
    expect(entry?.data?.[1]).toBe(rows[0]);
  });

  it('keeps the data when a push changes only its age', () => {
    const cache = createPageCache();
    cache.apply({ number: 1, entries: whole(7) });
    const entries = [entryDelta({ kind: 'same' }, { at: 9, isStreamed: false })];
    cache.apply({ number: 2, entries });
    expect(cache.entry(activity)).toMatchObject({ data: 7, at: 9, isStreamed: false });
  });

  it('forgets a read that is gone, and everything when it is cleared', () => {
    const cache = createPageCache();
    cache.apply({ number: 1, entries: whole(7) });
    cache.apply({ number: 2, entries: [entryDelta({ kind: 'gone' })] });
    expect(cache.entry(activity)).toBeUndefined();
    cache.apply({ number: 3, entries: whole(8) });
    cache.apply({ number: 4, cleared: true });
    expect(cache.entry(activity)).toBeUndefined();
  });

  it('empties screens that are open when it is cleared, and fills them again', () => {
    const cache = createPageCache();
    cache.apply({ number: 1, entries: whole(7) });
    const observer = new QueryObserver<Entry>(cache.queryClient, {
      queryKey: activity,
      queryFn: skipToken,
    });
    const stop = observer.subscribe(() => undefined);
    cache.apply({ number: 2, cleared: true });
    expect(observer.getCurrentResult().data).toBeUndefined();
    cache.apply({ number: 3, entries: whole(8) });
    expect(observer.getCurrentResult().data?.data).toBe(8);
    stop();
  });

  it('calls subscribers after pushes that change entries, and no others', () => {
    const cache = createPageCache();
    const seen: unknown[] = [];
    cache.subscribe(() => seen.push(cache.entry(activity)?.data));
    cache.apply({ number: 1, entries: whole(1) });
    cache.apply({ number: 2 });
    cache.apply({ number: 3, entries: whole(2) });
    expect(seen).toEqual([1, 2]);
  });

  it('never retries, refetches or parks anything', () => {
    const { queries, mutations } = createPageCache().queryClient.getDefaultOptions();
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

  it('notify when another tab signs out, and of no other change of the storage', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const changes: (string | null)[] = [];
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf());
    onMarkerElsewhere((username) => changes.push(username));
    const store = (key: string | null, newValue: string | null) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    store('theme', 'dark');
    store('auth-token', 'eve');
    store('auth-token', null);
    store(null, null);
    expect(changes).toEqual(['eve', null, null]);
  });

  it('notify a page that comes back while another tab signs out, whose message it missed', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf());
    setMarkers('ada');
    const changes: (string | null)[] = [];
    onMarkerElsewhere((username) => changes.push(username));
    const comeBack = () =>
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    comeBack();
    signingOut.begin('ada');
    comeBack();
    expect(changes).toEqual(['ada', null]);
  });

  it('read as signed out where the browser forbids storage', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    setMarkers('ada');
    expect(hasMarker()).toBe(false);
  });
});

describe('signing out', () => {
  /** Signs ada out, up to what else has to end with the session. @returns what ends that too */
  async function signOutHalf(): Promise<() => Promise<void>> {
    vi.stubGlobal('localStorage', storageOf());
    vi.stubGlobal('sessionStorage', storageOf());
    const page = new EventTarget();
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('location', { replace: () => undefined });
    setMarkers('ada');
    vi.spyOn(workerClient, 'send').mockResolvedValue({ ok: true, data: null });
    vi.spyOn(workerClient, 'close').mockResolvedValue();
    let end: () => void = () => undefined;
    const also = new Promise<void>((resolve) => {
      end = resolve;
    });
    const signedOut = signOut(also);
    await new Promise(setImmediate);
    return async () => {
      end();
      await signedOut;
    };
  }

  it('leaves nothing that another tab has kept of the account meanwhile', async () => {
    const end = await signOutHalf();
    localStorage.setItem(keptName('last-seen'), '{}');
    await end();
    expect(localStorage.getItem(keptName('last-seen', 'ada'))).toBeNull();
  });

  it('is for the next page to complete until this device is done, though the server knows it', async () => {
    const end = await signOutHalf();
    expect(signingOut.get()).toBe('ada');
    await end();
    expect([signingOut.get(), hasMarker()]).toEqual([undefined, false]);
  });
});

describe('trusted types', () => {
  it('let scripts of this origin and text without tags pass, and nothing else', () => {
    vi.stubGlobal('location', new URL('https://node.example/login'));
    expect(ownScript('/assets/main-1.js')).toBe('/assets/main-1.js');
    expect(() => ownScript('https://evil.example/x.js')).toThrow(TypeError);
    expect(() => ownScript('data:text/javascript,1')).toThrow(TypeError);
    expect(textWithoutTags('.a > b { top: 0 }')).toBe('.a > b { top: 0 }');
    expect(() => textWithoutTags('<img src=x onerror=alert(1)>')).toThrow(TypeError);
  });
});
