import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parsePush, showPushes } from '../../src/service-worker/pushes.ts';
import { PUSH_CHANNEL, type PushArrival, type PushChoice } from '../../src/shared/push-memory.ts';

/** A page as the service worker sees it. */
interface Page {
  url: string;
  focused: boolean;
  answers: boolean;
}

let listeners: Record<string, (event: object) => void>;
let shown: { title: string; options: Record<string, unknown> }[];
let pages: Page[];
let done: string[];
let posted: { path: string; body: unknown }[];
let choice: PushChoice | undefined;
/** Status of the server's answer, or a proxy's sign-in page; undefined: it cannot be reached. */
let answer: number | 'page' | undefined;

beforeEach(() => {
  listeners = {};
  shown = [];
  pages = [];
  done = [];
  posted = [];
  choice = undefined;
  answer = 200;
  showPushes(scope() as unknown as Parameters<typeof showPushes>[0], {
    choice: async () => choice,
  });
});

const scope = () => ({
  addEventListener: (name: string, listener: (event: object) => void) => {
    listeners[name] = listener;
  },
  registration: {
    showNotification: async (title: string, options: Record<string, unknown>) => {
      shown.push({ title, options });
    },
    pushManager: { subscribe: async () => subscription('made anew') },
  },
  clients: {
    matchAll: async () => pages.map(clientOf),
    openWindow: async (url: string) => {
      done.push(`opened ${url}`);
    },
  },
  fetch: async (path: string, { body }: { body: string }) => {
    posted.push({ path, body: JSON.parse(body) });
    if (answer === undefined) throw new TypeError('no network');
    const isPage = answer === 'page';
    return { ok: isPage || answer === 200, headers: { has: () => !isPage } };
  },
});

const clientOf = (page: Page) => ({
  ...page,
  postMessage: ({ url }: { url: string }, [port]: MessagePort[]) => {
    if (!page.answers) return;
    done.push(`shown ${url} in ${page.url}`);
    port?.postMessage(true);
    port?.close();
  },
  focus: async () => {
    done.push(`focused ${page.url}`);
  },
});

const subscription = (endpoint: string) => ({ toJSON: () => ({ endpoint, keys: {} }) });

/** Dispatches an event, and waits for what the service worker is kept alive for. */
async function dispatch(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners[name]?.({ ...event, waitUntil: (one: Promise<unknown>) => (work = one) });
  await work;
}

const MESSAGE = {
  kind: 'down',
  title: 'Archive is down',
  text: 'archive.mesh.example gives no answer.',
  tag: 'platform:archive',
  url: '/mesh-network',
  at: 1_800_000_000_000,
};
const data = (value: unknown) => ({ json: () => value });

describe('a push', () => {
  test('shows its notification, and says that it has arrived', async () => {
    const arrivals: PushArrival[] = [];
    const channel = new BroadcastChannel(PUSH_CHANNEL);
    const arrived = new Promise((resolve) => {
      channel.onmessage = (event) => resolve(arrivals.push((event as MessageEvent).data));
    });
    await dispatch('push', { data: data({ ...MESSAGE, id: 'one' }) });
    expect(shown).toMatchObject([
      {
        title: 'Archive is down',
        options: {
          body: 'archive.mesh.example gives no answer.',
          tag: 'platform:archive',
          timestamp: 1_800_000_000_000,
          data: { url: '/mesh-network' },
        },
      },
    ]);
    await arrived;
    expect(arrivals).toEqual([{ id: 'one' }]);
    channel.close();
  });

  test('of a drill says that it was shown, and is shown also where nobody hears that', async () => {
    await dispatch('push', { data: data({ ...MESSAGE, arrival: 'token' }) });
    expect(posted).toEqual([{ path: '/api/alerts/arrivals', body: { token: 'token' } }]);
    answer = undefined;
    await dispatch('push', { data: data({ ...MESSAGE, arrival: 'token' }) });
    expect(shown).toHaveLength(2);
  });

  test.each([
    ['nothing', null],
    [
      'no JSON',
      {
        json: () => {
          throw new SyntaxError('no JSON');
        },
      },
    ],
    ['null', data(null)],
    ['a list', data([])],
    ['no title', data({ ...MESSAGE, title: '' })],
    ['a text that is none', data({ ...MESSAGE, text: 7 })],
    ['no time', data({ ...MESSAGE, at: 'soon' })],
  ])('with %s shows a general one, never nothing', async (_what, said) => {
    await dispatch('push', { data: said });
    expect(shown.map(({ title }) => title)).toEqual(['Something happened']);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'that names %s leads to the dashboard',
    (url) => {
      expect(parsePush(data({ ...MESSAGE, url })).url).toBe('/dashboard');
    },
  );
});

describe('a tap', () => {
  const tap = () =>
    dispatch('notificationclick', {
      notification: { close: () => done.push('closed'), data: { url: '/mesh-network' } },
    });
  const page = (path: string, given: Partial<Page> = {}): Page => ({
    url: `https://console.example${path}`,
    focused: false,
    answers: true,
    ...given,
  });

  test('opens the console where none is open', async () => {
    await tap();
    expect(done).toEqual(['closed', 'opened /mesh-network']);
  });

  test('shows the path in the page that was focused last, without a reload', async () => {
    pages = [page('/a'), page('/b', { focused: true })];
    await tap();
    expect(done.slice(1)).toEqual([
      'shown /mesh-network in https://console.example/b',
      'focused https://console.example/b',
    ]);
  });

  test('never navigates a wall', async () => {
    pages = [page('/dashboard?wall=1', { focused: true })];
    await tap();
    expect(done.slice(1)).toEqual(['opened /mesh-network']);
  });

  test('opens another page where one does not answer', async () => {
    pages = [page('/login', { answers: false })];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const tapped = tap();
    await vi.runAllTimersAsync();
    await tapped;
    vi.useRealTimers();
    expect(done.slice(1)).toEqual(['opened /mesh-network']);
  });
});

describe('a subscription that the browser changes', () => {
  test('is sent to the server with the kinds that this device chose', async () => {
    choice = { kinds: ['down'], publicKey: 'key' };
    await dispatch('pushsubscriptionchange', { newSubscription: subscription('renewed') });
    await dispatch('pushsubscriptionchange', { newSubscription: null });
    expect(posted).toEqual([
      { path: '/api/push/subscribe', body: { endpoint: 'renewed', keys: {}, kinds: ['down'] } },
      { path: '/api/push/subscribe', body: { endpoint: 'made anew', keys: {}, kinds: ['down'] } },
    ]);
  });

  test('is ignored where this device has no pushes', async () => {
    await dispatch('pushsubscriptionchange', { newSubscription: null });
    expect(posted).toEqual([]);
  });
});

describe('I am on it', () => {
  const tap = (incident: number | undefined) =>
    dispatch('notificationclick', {
      action: 'acknowledge',
      notification: {
        title: 'Archive is down',
        tag: 'platform:archive',
        data: { url: '/mesh-network', incident },
        close: () => undefined,
      },
    });

  test('is offered for an open incident alone', async () => {
    await dispatch('push', { data: data(MESSAGE) });
    await dispatch('push', { data: data({ ...MESSAGE, incident: 7 }) });
    expect(shown.map(({ options }) => options.actions)).toEqual([
      [],
      [{ action: 'acknowledge', title: 'I am on it' }],
    ]);
  });

  test('takes the incident on, and says so in place of the alert', async () => {
    await tap(7);
    expect(posted).toEqual([{ path: '/api/incidents/7/acknowledge', body: { note: '' } }]);
    expect(shown).toMatchObject([
      {
        title: 'You are on it',
        options: {
          body: 'Archive is down',
          tag: 'platform:archive',
          data: { url: '/incidents/7' },
        },
      },
    ]);
    expect(done).toEqual([]);
  });

  test.each([undefined, 401, 409, 'page'] as const)(
    'opens the incident when the answer is %s',
    async (status) => {
      answer = status;
      await tap(7);
      expect([shown, done]).toEqual([[], ['opened /incidents/7']]);
    },
  );

  test('opens what the alert is about when it names no incident', async () => {
    await tap(undefined);
    expect([posted, done]).toEqual([[], ['opened /mesh-network']]);
  });
});
