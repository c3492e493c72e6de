import { describe, expect, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { type FailureAlert, findFailures } from './failure-alerts.ts';

const AT = 1_800_000_000_000;

/** Lists replace a read, objects patch it. */
const read = (key: readonly string[], data: unknown): FailureAlert[] =>
  findFailures({ key, op: Array.isArray(data) ? 'replace' : 'patch', data });

const titlesOf = async (alerts: readonly FailureAlert[]) => {
  const known = { at: AT, nameOfBundle: async () => 'a.zip', nameOfPeer: () => 'Archive' };
  const messages = await Promise.all(alerts.map((one) => one(known)));
  return messages.map(({ title, text }) => `${title}: ${text}`);
};

describe('proofs', () => {
  const row = {
    id: 'one',
    peer: 'archive.mesh.example',
    startedAt: AT,
    deadline: AT,
    endedAt: null,
    verified: false,
    server_ok: true,
    callback_ok: false,
    file_ok: false,
  };
  const publish = (data: unknown) => read(keyOf('proofs'), data);

  test('raise an alert when they end without being verified', async () => {
    expect(publish([row])).toEqual([]);
    expect(publish(row)).toEqual([]);
    expect(publish({ ...row, endedAt: AT, verified: true })).toEqual([]);
    expect(await titlesOf(publish({ ...row, endedAt: AT }))).toEqual([
      'Archive failed its proof: archive.mesh.example did not prove itself in time.',
    ]);
  });
});

describe('deployments', () => {
  const key = keyOf('bundle', { id: 'one' });
  const targets = (...statuses: string[]) => ({
    status: 'validated',
    targets: statuses.map((status, place) => ({ platform: `${place}`, status })),
    history: [],
  });

  test('raise an alert when they end and some platform did not take the bundle', async () => {
    expect(read(key, targets('queued', 'queued'))).toEqual([]);
    expect(read(key, targets('failed', 'sending'))).toEqual([]);
    expect(await titlesOf(read(key, targets('failed', 'taken')))).toEqual([
      'Deployment incomplete: a.zip reached 1 of 2 platforms.',
    ]);
    expect(read(key, targets('queued', 'taken'))).toEqual([]);
    expect(read(key, targets('taken', 'taken'))).toEqual([]);
  });

  test('other changes of a bundle raise no alert', () => {
    expect(read(key, { status: 'failed' })).toEqual([]);
    expect(read(keyOf('bundles'), { id: 'one', status: 'deployed' })).toEqual([]);
    expect(read(keyOf('activity'), [{ id: 1 }])).toEqual([]);
  });
});
