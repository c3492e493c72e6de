import { expect, test, vi } from 'vitest';
import { createServiceWorkerClient } from '../../src/device/updates/service-worker-client.ts';
import { containerOf, registrationOf, workboxOf } from '../doubles/service-worker.ts';

/** A page whose browser and service worker the test controls. */
function openPage(registration: object, controller: object | null) {
  const container = containerOf(registration, controller);
  const register = vi.fn(async () => registration);
  const workbox = workboxOf(register);
  const onTakeover = vi.fn();
  const client = createServiceWorkerClient({ workbox, container, onTakeover });
  const takeControl = () => {
    Object.assign(container, { controller: {} });
    workbox.control();
  };
  return { client, container, register, onTakeover, takeControl };
}

test('a page that a service worker answered knows it before it registers', () => {
  const { client } = openPage(registrationOf(), {});
  expect(client.get()).toMatchObject({ supported: true, inControl: true });
});

test('a first visit has no service worker until one takes control', async () => {
  const { client, takeControl } = openPage(registrationOf(), null);
  await client.register();
  expect(client.get()).toMatchObject({ inControl: false, kept: true });
  takeControl();
  expect(client.get().inControl).toBe(true);
});

test('only a service worker that comes after another counts as waiting', async () => {
  const waiting = { postMessage: vi.fn() };
  const first = openPage(registrationOf({ waiting, active: null }), null);
  await first.client.register();
  expect(first.client.get()).toMatchObject({ waiting: false, kept: false });
  const later = openPage(registrationOf({ waiting }), {});
  await later.client.register();
  expect(later.client.get().waiting).toBe(true);
  later.client.activateWaiting();
  expect(waiting.postMessage).toHaveBeenCalledWith({ kind: 'activate' });
});

test('keeps the registered service worker when the server cannot be reached', async () => {
  const active = { postMessage: vi.fn() };
  const { client, container, register, onTakeover } = openPage(registrationOf({ active }), {});
  register.mockRejectedValue(new TypeError('no answer'));
  await client.register();
  expect(active.postMessage).toHaveBeenCalledWith({ kind: 'which' });
  container.message({ kind: 'running', build: 'own' });
  expect(client.get()).toMatchObject({ inControl: true, build: 'own' });
  expect(onTakeover).toHaveBeenCalledWith('own');
});

test('a service worker that could not be kept is reported until another takes over', async () => {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = registrationOf({ installing: worker });
  const { client, container, onTakeover } = openPage(registration, {});
  await client.register();
  expect(client.get().installing).toBe(true);
  Object.assign(worker, { state: 'redundant' });
  Object.assign(registration, { installing: null });
  worker.dispatchEvent(new Event('statechange'));
  expect(client.get()).toMatchObject({ installing: false, failed: true });
  container.message({ kind: 'activated', build: 'next' });
  expect(client.get()).toMatchObject({ failed: false, build: 'next' });
  expect(onTakeover).toHaveBeenCalledWith('next');
});

test('a build that answers while a newer one waits has not taken over', async () => {
  const { client, container, onTakeover } = openPage(registrationOf({ waiting: {} }), {});
  await client.register();
  container.message({ kind: 'running', build: 'older' });
  expect(onTakeover).not.toHaveBeenCalled();
});

test('a browser without service workers has nothing to check', async () => {
  const client = createServiceWorkerClient({
    workbox: undefined,
    container: undefined,
    onTakeover: vi.fn(),
  });
  await client.register();
  expect([client.get().supported, client.get().inControl, await client.check()]).toEqual([
    false,
    false,
    false,
  ]);
});
