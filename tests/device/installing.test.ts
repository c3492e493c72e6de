import { expect, test, vi } from 'vitest';
import { lostFeatures } from '../../src/device/app-window.ts';
import {
  createInstalling,
  type InstallOffer,
  type InstallPage,
  type InstallState,
} from '../../src/device/installing.ts';
import { keepStorage, keepStorageOfApp, readStorage } from '../../src/device/persistence.ts';

const offerOf = (outcome: 'accepted' | 'dismissed'): InstallOffer =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome })),
  });

function installingOn(more: Partial<InstallPage> = {}) {
  const events = new EventTarget();
  const page: InstallPage = {
    events,
    isSecure: true,
    early: undefined,
    isApp: () => false,
    isByHand: () => false,
    ...more,
  };
  return { events, installing: createInstalling(page) };
}

test.each([
  ['installed', { isApp: () => true }],
  ['offered', { early: offerOf('accepted') }],
  ['insecure', { isSecure: false, isByHand: () => true }],
  ['by-hand', { isByHand: () => true }],
  ['none', {}],
] satisfies [InstallState, Partial<InstallPage>][])('the way to an app: %s', (state, page) => {
  expect(installingOn(page).installing.state()).toBe(state);
});

test('keeps an install offer, notifies, and uses it once', async () => {
  const { events, installing } = installingOn();
  const listener = vi.fn();
  const stop = installing.subscribe(listener);
  const offer = offerOf('dismissed');
  events.dispatchEvent(offer);
  expect([offer.defaultPrevented, installing.state(), listener.mock.calls.length]).toEqual([
    true,
    'offered',
    1,
  ]);
  expect(await installing.install()).toBe(false);
  expect(installing.state()).toBe('none');
  expect(await installing.install()).toBe(false);
  expect(offer.prompt).toHaveBeenCalledTimes(1);
  stop();
  events.dispatchEvent(offerOf('accepted'));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(await installing.install()).toBe(true);
});

test('ends as not installed when the browser withdraws its offer', async () => {
  const { events, installing } = installingOn();
  const offer = offerOf('accepted');
  offer.prompt = () => Promise.reject(new DOMException('late', 'InvalidStateError'));
  events.dispatchEvent(offer);
  expect(await installing.install()).toBe(false);
});

test('offers an app again that was installed and removed', () => {
  const { events, installing } = installingOn();
  events.dispatchEvent(offerOf('accepted'));
  events.dispatchEvent(new Event('appinstalled'));
  expect(installing.state()).toBe('installed');
  events.dispatchEvent(offerOf('accepted'));
  expect(installing.state()).toBe('offered');
});

const managerOf = (answer: boolean) => ({
  estimate: async () => ({ usage: 5, quota: 100 }),
  persist: vi.fn(async () => answer),
  persisted: async () => answer,
});

test('asks for persistent storage once, when the console has become an app', () => {
  const { events, installing } = installingOn();
  const manager = managerOf(true);
  const stop = keepStorageOfApp(installing, manager);
  events.dispatchEvent(offerOf('accepted'));
  expect(manager.persist).not.toHaveBeenCalled();
  events.dispatchEvent(new Event('appinstalled'));
  events.dispatchEvent(new Event('appinstalled'));
  expect(manager.persist).toHaveBeenCalledTimes(1);
  stop();
  const app = managerOf(true);
  keepStorageOfApp(installingOn({ isApp: () => true }).installing, app);
  expect(app.persist).toHaveBeenCalledTimes(1);
});

test('reads what storage is granted; undefined where the browser forbids the question', async () => {
  expect(await readStorage(managerOf(false))).toEqual({ usage: 5, quota: 100, persisted: false });
  expect(await keepStorage(managerOf(true))).toBe(true);
  const forbidden = {
    estimate: () => Promise.reject(new TypeError('forbidden')),
    persist: () => Promise.reject(new TypeError('forbidden')),
    persisted: async () => false,
  };
  expect(await readStorage(forbidden)).toBeUndefined();
  expect(await keepStorage(forbidden)).toBe(false);
});

test('lists the features that an insecure context lacks', () => {
  const page = (isSecureContext: boolean, navigator: object, more: object = {}) =>
    ({ isSecureContext, navigator, ...more }) as typeof globalThis;
  expect(lostFeatures(page(true, {}))).toEqual([]);
  expect(lostFeatures(page(false, {}))).toEqual([
    'install',
    'offline',
    'notifications',
    'awake',
    'one-link',
    'kept-data',
  ]);
  const some = lostFeatures(page(false, { locks: {} }, { PushManager: {} }));
  expect(some).not.toContain('one-link');
  expect(some, 'a push needs a service worker, whatever the browser knows by name').toContain(
    'notifications',
  );
});
