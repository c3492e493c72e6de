import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import { PUSH_CHANNEL } from '../../src/shared/push-memory.ts';
import { signOutBy } from '../e2e/browser.ts';
import { test as base } from '../e2e/fixtures.ts';
import { until } from '../e2e/rounds.ts';
import { isKept, keepShell, WITH_SERVICE_WORKER } from '../e2e/service-worker.ts';

/**
 * Pushes in a real browser with the real service worker. What a push service would bring is brought by the
 * DevTools protocol, for a Chromium without Google's keys cannot subscribe at one: that is shown as well.
 */

/** This Chromium has no push service, and says so. */
const NO_PUSH_SERVICE = [
  /push service/i,
  /does not support the Push API in incognito mode/,
  /^503: POST .*\/api\/push\/test$/,
];

const test = base.extend('open', ({ product, signedInOnce, openPage }) => async (path: string) => {
  await keepShell(signedInOnce, `${product.url}/login`);
  const opened = await openPage(signedInOnce, NO_PUSH_SERVICE);
  await opened.page.goto(product.url + path);
  await isKept(opened.page);
  return opened;
});
test.override('contextOptions', { ...WITH_SERVICE_WORKER, permissions: ['notifications'] });

/**
 * Brings a push to the page's service worker, as the browser would, and waits until it says that it has shown it. To ask
 * before for what is shown can take a notification away: Chromium forgets those that it has stored and not yet drawn.
 */
async function bring(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const { origin } = new URL(page.url());
  const arrived = await page.evaluateHandle((name) => {
    const channel = new BroadcastChannel(name);
    const arrival = new Promise((resolve) => channel.addEventListener('message', resolve));
    return { end: () => arrival.then(() => channel.close()) };
  }, PUSH_CHANNEL);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await arrived.evaluate(({ end }) => end());
  await session.detach();
}

async function registrationOf(session: CDPSession): Promise<string> {
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return known;
}

/** @returns by title, where a tap on each notification leads to */
function shown(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return Object.fromEntries(all.map(({ title, data }) => [title, data.url]));
  });
}

/**
 * Taps a notification, or one of its actions. What a person taps is out of a test's reach; the browser would dispatch
 * just this.
 *
 * @returns the names of its actions
 */
async function tap(context: BrowserContext, tag: string, action = ''): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  return worker.evaluate(
    async (tapped) => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent(event: Event): void;
      };
      const [notification] = await scope.registration.getNotifications({ tag: tapped.tag });
      const Event = Reflect.get(globalThis, 'NotificationEvent');
      const { action } = tapped;
      scope.dispatchEvent(new Event('notificationclick', { notification, action }));
      const actions: { title: string }[] = Reflect.get(notification ?? {}, 'actions');
      return actions.map(({ title }) => title);
    },
    { tag, action },
  );
}

const MESSAGE = {
  kind: 'down',
  title: 'Archive is down',
  text: 'archive.mesh.example does not answer, or its answers cannot be trusted.',
  tag: 'platform:archive',
  url: '/mesh-network',
  at: Date.now(),
};

/** A subscription that this Chromium cannot have: its push service is out of the server's reach. */
const subscribed = () => {
  const bytes = (length: number) => {
    const found = crypto.getRandomValues(new Uint8Array(length));
    return btoa(String.fromCharCode(...found)).replace(/[+/=]/g, '');
  };
  let subscription: object | null = null;
  const make = async (options: PushSubscriptionOptionsInit) => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
      'deriveBits',
    ]);
    const key = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const text = (from: Uint8Array) =>
      btoa(String.fromCharCode(...from))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    const endpoint = `https://fcm.googleapis.com/fcm/send/${bytes(12)}`;
    const keys = { p256dh: text(key), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    const base64 = String(options.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/');
    const applicationServerKey = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)).buffer;
    subscription = {
      endpoint,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    return subscription;
  };
  Object.assign(PushManager.prototype, {
    subscribe: make,
    getSubscription: async () => subscription,
  });
};

test('every push shows a notification, and so does one that cannot be read', async ({ open }) => {
  const { page } = await open('/dashboard');
  await bring(page, JSON.stringify(MESSAGE));
  expect(await shown(page)).toEqual({ 'Archive is down': '/mesh-network' });
  await bring(page, 'no JSON');
  const unreadable = { 'Something happened': '/dashboard' };
  expect(await shown(page)).toEqual({ 'Archive is down': '/mesh-network', ...unreadable });
  await bring(page, JSON.stringify({ ...MESSAGE, kind: 'back', title: 'Archive is back' }));
  expect(await shown(page)).toEqual({ 'Archive is back': '/mesh-network', ...unreadable });
});

test('the action of a notification takes its incident on, for every console to see', async ({
  operator,
  signedInOnce,
  open,
}) => {
  // The simulator keeps it down.
  const find = async () => {
    const all = await operator.read<Incident[]>('/api/incidents');
    return all.find(({ platform }) => platform === 'archive');
  };
  const incident = await until(find, (found) => found?.endedAt === null);
  const { page } = await open('/incidents');
  const taken = { ...MESSAGE, url: `/incidents/${incident?.id}`, incident: incident?.id };
  await bring(page, JSON.stringify(taken));
  expect(await shown(page)).toEqual({ 'Archive is down': taken.url });
  expect(await tap(signedInOnce, MESSAGE.tag, 'acknowledge')).toEqual(['I am on it']);
  const row = page.getByRole('listitem').filter({ hasText: 'Archive' });
  await row.getByText('You are on it').waitFor();
  await expect
    .poll(() => shown(page), { interval: 1000, timeout: 10_000 })
    .toEqual({ 'You are on it': taken.url });
  expect((await find())?.acknowledgement).toMatchObject({ by: 'ada', note: '' });
  expect(new URL(page.url()).pathname).toBe('/incidents');
});

test('a browser that cannot subscribe stays off and says why', async ({ open }) => {
  const { page, picture } = await open('/dashboard?show=device');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await section.getByText('The browser could not subscribe').waitFor();
  await picture('no-service');
  await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
});

test('turned on, it shows what comes, leads to what it is about, and ends with the session', async ({
  signedInOnce,
  open,
}) => {
  await signedInOnce.addInitScript(subscribed);
  const { page, picture } = await open('/dashboard?show=device');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await section.getByText('On. This device gets alerts').waitFor();
  await bring(page, JSON.stringify({ ...MESSAGE, tag: 'platform:forge', title: 'Forge is down' }));
  await picture('on');
  // Whether or not this machine reaches the Internet: no push service knows the subscription.
  await section.getByRole('button', { name: 'Send a test' }).click();
  await section.getByText(/^Not sent\. The /).waitFor();
  await picture('tested');

  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await tap(signedInOnce, 'platform:forge');
  await page.waitForURL('**/mesh-network');
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);

  await signOutBy(page);
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('notified-account'))).toBeNull();
});
