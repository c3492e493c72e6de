import { expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { keyOf } from '../../contract/paths.ts';
import { outcomeOf } from '../../src/worker/http/answer.ts';
import { createRig } from '../doubles/data-worker.ts';

const GOOD = { ok: true, status: 200, statusText: '' };
const AT = '2026-11-20T12:00:00.000Z';

async function read(name: 'activity' | 'bundles' | 'connections', rows: unknown) {
  const outcome = await outcomeOf(CALLS[name], GOOD, JSON.stringify(rows));
  return outcome.ok ? (outcome.data as readonly Record<string, unknown>[]) : outcome;
}

it('shows platforms whose fields are of other types, or not there', async () => {
  expect(
    await read('connections', [
      { id: 7, name: 'Forge', domain: 'forge.example', status: 'connected', lastSeen: AT },
      { id: 'harbor', name: 'Harbor', domain: 'harbor.example', status: null, latencyMs: '12' },
      { name: 'Ledger' },
    ]),
  ).toMatchObject([
    { id: '7', status: 'connected', latencyMs: null, lastSeen: Date.parse(AT) },
    { id: 'harbor', status: 'unknown', latencyMs: null, lastSeen: null },
    { id: 'Ledger', domain: 'Ledger' },
  ]);
});

it('shows activity with an odd severity as primary, and any time', async () => {
  const seconds = Date.parse(AT) / 1000;
  expect(
    await read('activity', [
      { id: 1, message: 'one', severity: null, createdAt: AT },
      { id: 2, message: 'two', createdAt: seconds },
      { message: 'three', severity: 'error' },
    ]),
  ).toMatchObject([
    { id: '1', severity: 'primary', createdAt: AT },
    { id: '2', severity: 'primary', createdAt: AT },
    { message: 'three', severity: 'error', createdAt: '' },
  ]);
});

it('shows bundles without a size, a status or a list of targets', async () => {
  expect(
    await read('bundles', [
      { id: 1, name: 'a.zip', createdAt: Date.parse(AT), targetPlatforms: 'all' },
    ]),
  ).toMatchObject([
    { name: 'a.zip', size: 0, status: 'unknown', createdAt: AT, targetPlatforms: null },
  ]);
});

it('leaves valid rows unchanged', async () => {
  const row = { id: 1, message: 'one', severity: 'success', createdAt: AT, extra: true };
  expect(await read('activity', [row])).toEqual([row]);
});

it('does not turn a non-list into a list', async () => {
  expect(await read('activity', { rows: [] })).toMatchObject({ ok: false, why: 'foreign' });
});

it('shows the rows that have a use, and drops the others', async () => {
  const rig = createRig();
  rig.server.route('GET', '/api/activity/logs', () => ({
    body: [{ id: 1, message: 'one', severity: 'success', createdAt: AT }, null, 'text', { id: 4 }],
  }));
  await rig.worker.open('ada');
  rig.worker.subscribe('activity', {});
  await rig.clock.advance(50);
  expect(rig.page.entry(keyOf('activity'))?.data).toHaveLength(1);
  await rig.worker.stop();
});

it('shows what has a time that no calendar has', async () => {
  expect(await read('activity', [{ id: 1, message: 'one', createdAt: 1e300 }])).toMatchObject([
    { id: '1', createdAt: '' },
  ]);
});
