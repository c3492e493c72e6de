import { expect, test, vi } from 'vitest';
import { createServiceWorkerDoor } from '../../src/link/updates/service-worker.ts';
import { containerOf, registrationOf } from '../doubles/service-worker.ts';

const doorOf = (container: ServiceWorkerContainer | undefined, mended = vi.fn()) =>
  createServiceWorkerDoor(container, mended);

test('a page that came from its service worker is known as such before anything is asked', () => {
  const door = doorOf(containerOf(undefined, {}));
  expect(door.facts()).toMatchObject({ supported: true, inControl: true });
  void door.register();
  expect(door.facts().inControl).toBe(true);
});

test('a first visit is under none until one takes over', async () => {
  const container = containerOf(registrationOf(), null);
  const door = doorOf(container);
  await door.register();
  expect(door.facts()).toMatchObject({ inControl: false, kept: true });
  container.takeOver();
  expect(door.facts().inControl).toBe(true);
});

test('only one that comes after another waits: the first of all is no news, however it stands', async () => {
  const next = { postMessage: vi.fn() };
  const first = doorOf(containerOf(registrationOf({ waiting: next, active: null }), null));
  await first.register();
  expect(first.facts()).toMatchObject({ waiting: false, kept: false });
  const later = doorOf(containerOf(registrationOf({ waiting: next }), {}));
  await later.register();
  expect(later.facts().waiting).toBe(true);
});

test('without a server what is registered goes on', async () => {
  const active = { postMessage: vi.fn() };
  const container = containerOf(registrationOf({ active }), {});
  container.register = () => Promise.reject(new TypeError('no answer'));
  const door = doorOf(container);
  await door.register();
  expect(active.postMessage).toHaveBeenCalledWith({ kind: 'which' });
  container.dispatchEvent(new MessageEvent('message', { data: { kind: 'running', build: 'abc' } }));
  expect(door.facts()).toMatchObject({ inControl: true, build: 'abc', takeovers: 0 });
});

test('one that is there and does not answer for the page is told to look after its files', async () => {
  const active = { postMessage: vi.fn() };
  const registration = registrationOf({ active });
  await doorOf(containerOf(registration, {})).register();
  expect(active.postMessage).not.toHaveBeenCalledWith({ kind: 'mend' });
  await doorOf(containerOf(registration, null)).register();
  expect(active.postMessage).toHaveBeenCalledWith({ kind: 'mend' });
});

test('one that came and could not be kept is told, until another takes over', async () => {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = registrationOf({ installing: worker });
  const container = containerOf(registration, {});
  const door = doorOf(container);
  await door.register();
  expect(door.facts().installing).toBe(true);
  Object.assign(worker, { state: 'redundant' });
  Object.assign(registration, { installing: null });
  worker.dispatchEvent(new Event('statechange'));
  expect(door.facts()).toMatchObject({ installing: false, failed: true });
  container.dispatchEvent(
    new MessageEvent('message', { data: { kind: 'activated', build: 'next' } }),
  );
  expect(door.facts()).toMatchObject({ failed: false, build: 'next', takeovers: 1 });
});

test('it names the files that were damaged on this device and are whole now', async () => {
  const container = containerOf(registrationOf(), {});
  const mended = vi.fn();
  await doorOf(container, mended).register();
  const files = ['assets/a.js'];
  container.dispatchEvent(new MessageEvent('message', { data: { kind: 'mended', files } }));
  expect(mended.mock.calls).toEqual([[files]]);
});

test('an old browser has none, and asking for news says that nobody was reached', async () => {
  const door = doorOf(undefined);
  await door.register();
  expect([door.facts().supported, door.facts().inControl, await door.check()]).toEqual([
    false,
    false,
    false,
  ]);
});
