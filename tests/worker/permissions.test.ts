import { expect, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { openLiveRig } from '../doubles/live-worker.ts';
import { WATCHDOG } from '../doubles/watchdog.ts';

/** What the session may not do: said without asking the server, and learned anew when it may have changed. */

const SESSION = '/api/auth/session';
const PEOPLE = '/api/people';
const NEEDS_ADMIN = 'This needs the role admin; yours is viewer.';

const VIEWER = { role: 'viewer', refused: { people: 'admin', sync: 'operator' } };
const ADMIN = { role: 'admin', refused: {} };

/** @param permissions what the session says at first */
async function openRig(permissions: object) {
  const rig = await openLiveRig({ events: 1 });
  let current = permissions;
  const user = { username: 'ada', email: '', sovereignLevel: 'Sovereign Level 1' };
  rig.server.route('GET', SESSION, () => ({ body: { user, expiresAt: 0, ...current } }));
  rig.server.route('GET', PEOPLE, () => ({ body: [] }));
  rig.worker.subscribe('session', {});
  await rig.clock.advance(50);
  return {
    ...rig,
    become: (next: object) => {
      current = next;
    },
    entry: (name: 'people' | 'watchdog' | 'session') => rig.page.entry(keyOf(name)),
  };
}

test('a read that the session is refused fails with the reason, and no request is sent', async () => {
  const rig = await openRig(VIEWER);
  rig.worker.subscribe('people', {});
  await rig.clock.advance(120_000);
  expect(rig.entry('people')?.failure).toMatchObject({ status: 403, text: NEEDS_ADMIN });
  expect(rig.server.count(PEOPLE)).toBe(0);
  await rig.worker.stop();
});

test('a new role is learned with the next connection, and what it allows is read', async () => {
  const rig = await openRig(VIEWER);
  rig.worker.subscribe('people', {});
  await rig.clock.advance(50);
  rig.become(ADMIN);
  // The server ends the connections of an account whose role it changes.
  rig.sockets.last().close(1012);
  await rig.clock.advance(5000);
  rig.node.greet(rig.sockets.last());
  await rig.clock.advance(50);
  expect(rig.entry('session')?.data).toMatchObject({ role: 'admin' });
  expect(rig.entry('people')).toMatchObject({ data: [], failure: undefined });
  await rig.worker.stop();
});

test('a call that is answered 403 asks for the role again', async () => {
  const rig = await openRig(ADMIN);
  rig.become(VIEWER);
  rig.server.route('POST', '/api/system/sync', () => ({ status: 403, body: { message: 'No.' } }));
  await rig.worker.send('sync', {});
  await rig.clock.advance(50);
  expect(rig.entry('session')?.data).toMatchObject({ role: 'viewer' });
  await rig.worker.stop();
});

test('a read that is answered 403 asks for the role again, once', async () => {
  const rig = await openRig(ADMIN);
  rig.become(VIEWER);
  rig.server.route('GET', PEOPLE, () => ({ status: 403, body: { message: 'No.' } }));
  const asked = rig.server.count(SESSION);
  rig.worker.subscribe('people', {});
  await rig.clock.advance(5000);
  expect(rig.entry('session')?.data).toMatchObject({ role: 'viewer' });
  expect(rig.server.count(PEOPLE)).toBe(1);
  expect(rig.server.count(SESSION)).toBe(asked + 1);
  await rig.worker.stop();
});

test('without the second factor that its role demands nothing is polled; afterwards everything is', async () => {
  const rig = await openRig(ADMIN);
  rig.worker.subscribe('watchdog', {});
  await rig.clock.advance(50);
  rig.become({ ...ADMIN, mustEnrol: true });
  await rig.worker.refresh('session', {});
  const asked = rig.server.count(WATCHDOG);
  await rig.clock.advance(120_000);
  expect(rig.server.count(WATCHDOG)).toBe(asked);
  expect(rig.entry('watchdog')?.failure).toMatchObject({ status: 403 });
  expect(rig.entry('watchdog')?.data).toBeDefined();
  rig.become(ADMIN);
  await rig.worker.refresh('session', {});
  await rig.clock.advance(50);
  expect(rig.server.count(WATCHDOG)).toBe(asked + 1);
  expect(rig.entry('watchdog')?.failure).toBeUndefined();
  await rig.worker.stop();
});
