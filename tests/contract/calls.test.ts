import { expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CALLS, readOfKey } from '../../contract/calls.ts';
import { type CallName, keyOf, pathOf } from '../../contract/paths.ts';
import { sentShapes } from '../../contract/sent.ts';

/** Specification section 7, as it stands there: method, path, seconds between repetitions, what it refreshes. */
const SPECIFIED: readonly [CallName, string, string, number | null, readonly CallName[]][] = [
  ['login', 'POST', '/api/auth/login', null, []],
  ['register', 'POST', '/api/auth/register', null, []],
  ['stats', 'GET', '/api/dashboard/stats', null, []],
  ['activity', 'GET', '/api/activity/logs', null, []],
  ['bundles', 'GET', '/api/zip/bundles', null, []],
  ['upload', 'POST', '/api/zip/upload', null, ['bundles', 'activity']],
  ['sync', 'POST', '/api/system/sync', null, ['connections']],
  ['connections', 'GET', '/api/mesh/connections', null, []],
  ['watchdog', 'GET', '/api/admin/watchdog/summary', 10, []],
  ['ping', 'POST', '/api/admin/heartbeat/ping', null, ['watchdog']],
  ['reconnect', 'POST', '/api/mesh/manual-reconnect', null, ['watchdog']],
  ['meshHealth', 'GET', '/api/mesh/health', 30, []],
  ['endpointAudit', 'GET', '/api/run-endpoint-audit', 60, []],
  ['proofHealth', 'GET', '/api/mesh/proof/health', 30, []],
  ['proofStart', 'POST', '/api/mesh/proof/start', null, []],
  ['proofStatus', 'GET', '/api/mesh/proof/status/{challenge_id}', 5, []],
];

const rows = Object.entries(CALLS) as [CallName, Call][];

test.each(SPECIFIED)(
  '%s is called as the specification says',
  (name, method, path, sec, refreshes) => {
    const call: Call = CALLS[name];
    expect(call).toMatchObject({ method, path, from: 'specification', refreshes });
    expect(call.pollMs).toBe(sec === null ? null : sec * 1000);
  },
);

test('only the calls of the specification are marked as such', () => {
  const marked = rows.filter(([, call]) => call.from === 'specification').map(([name]) => name);
  expect(marked).toEqual(SPECIFIED.map(([name]) => name));
});

test('only what leads to a session is open without one', () => {
  const open = rows.filter(([, call]) => call.access === 'public').map(([name]) => name);
  expect(open).toEqual([
    'login',
    'register',
    'pair',
    'report',
    'signInOptions',
    'checkInvitation',
    'passkeyChallenge',
    'passkeySignIn',
    'secondFactor',
  ]);
});

test('only these calls send JSON, and only the upload sends a form', () => {
  const withBody = rows
    .filter(([, call]) => call.body !== 'none')
    .map(([name, call]) => [name, call.body]);
  expect(withBody).toEqual([
    ['login', 'json'],
    ['register', 'json'],
    ['upload', 'multipart'],
    ['proofStart', 'json'],
    ['deploy', 'json'],
    ['pair', 'json'],
    ['reportDisplay', 'json'],
    ['watchDisplay', 'json'],
    ['approveDisplay', 'json'],
    ['orderDisplay', 'json'],
    ['readNotifications', 'json'],
    ['pushSubscribe', 'json'],
    ['pushUnsubscribe', 'json'],
    ['pushTest', 'json'],
    ['addPlatform', 'json'],
    ['changePlatform', 'json'],
    ['importPlatforms', 'json'],
    ['pausePlatform', 'json'],
    ['orderPlatforms', 'json'],
    ['removePlatform', 'json'],
    ['testPlatform', 'json'],
    ['changeWitnessing', 'json'],
    ['changeStatusPage', 'json'],
    ['changeHost', 'json'],
    ['openIncident', 'json'],
    ['changeIncident', 'json'],
    ['acknowledgeIncident', 'json'],
    ['handOverIncident', 'json'],
    ['commentOnIncident', 'json'],
    ['seeIncident', 'json'],
    ['startDrill', 'json'],
    ['planMaintenance', 'json'],
    ['changeMaintenance', 'json'],
    ['addHandoverNote', 'json'],
    ['addAlertChannel', 'json'],
    ['changeAlertChannel', 'json'],
    ['previewAlert', 'json'],
    ['addAlertRule', 'json'],
    ['changeAlertRule', 'json'],
    ['changeRota', 'json'],
    ['reportArrival', 'json'],
    ['checkInvitation', 'json'],
    ['passkeySignIn', 'json'],
    ['secondFactor', 'json'],
    ['confirmIdentity', 'json'],
    ['changePassword', 'json'],
    ['changeEmail', 'json'],
    ['addPasskey', 'json'],
    ['addCodes', 'json'],
    ['addToken', 'json'],
    ['changePerson', 'json'],
    ['addInvitation', 'json'],
    ['changeAccessSettings', 'json'],
  ]);
});

test('a row that does not say who may make the call does not compile', () => {
  const { access: _, ...row } = CALLS.stats;
  // @ts-expect-error -- access is missing
  const call: Call = row;
  expect(call.access).toBeUndefined();
});

test('a call has a payload schema exactly when it has a body', () => {
  for (const [name, call] of rows) {
    expect([name, sentShapes(name).payload !== null]).toEqual([name, call.body !== 'none']);
  }
});

test('reads refresh nothing, and writes are never polled', () => {
  for (const [name, call] of rows) {
    if (call.method === 'GET') expect([name, call.refreshes]).toEqual([name, []]);
    else expect([name, call.pollMs]).toEqual([name, null]);
  }
});

test('a call refreshes only reads', () => {
  const refreshed = rows.flatMap(([, call]) => call.refreshes);
  expect(refreshed.filter((name) => CALLS[name].method !== 'GET')).toEqual([]);
});

test('what a call refreshes needs no other parameter than its own path has', () => {
  const paramsOf = (path: string) => path.match(/\{\w+\}/g) ?? [];
  for (const [name, call] of rows)
    for (const read of call.refreshes)
      expect([name, paramsOf(call.path)]).toEqual([
        name,
        expect.arrayContaining(paramsOf(CALLS[read].path)),
      ]);
});

test('no two calls have the same method and path', () => {
  const all = rows.map(([, call]) => `${call.method} ${call.path}`);
  expect(new Set(all).size).toBe(all.length);
});

test('a key is the segments of the path, its parameters filled in', () => {
  expect(keyOf('activity')).toEqual(['api', 'activity', 'logs']);
  expect(keyOf('proofStatus', { challenge_id: 'abc' })).toEqual([
    'api',
    'mesh',
    'proof',
    'status',
    'abc',
  ]);
});

test('a parameter cannot leave its segment', () => {
  expect(pathOf('bundle', { id: '../../secrets?x#y' })).toBe(
    '/api/zip/bundles/..%2F..%2Fsecrets%3Fx%23y',
  );
});

test('a missing parameter is refused by name', () => {
  expect(() => pathOf('bundle')).toThrow('bundle needs the path parameter id');
});

test('every read is found by its key, and no write is', () => {
  for (const [name, call] of rows.filter(([, call]) => call.method === 'GET')) {
    const params = { id: 'one', challenge_id: 'one', range: '1h', run: '1', sha256: 'a' };
    expect([name, readOfKey(keyOf(name, params))]).toEqual([name, name]);
    expect(call.path.startsWith('/api/')).toBe(true);
  }
  expect(readOfKey(keyOf('login'))).toBeUndefined();
  expect(readOfKey(['api', 'activity'])).toBeUndefined();
  expect(readOfKey([])).toBeUndefined();
});
