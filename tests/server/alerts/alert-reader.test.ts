import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { messagesOf } from '../../../server/alerts/alert-messages.ts';
import { type Alert, createAlertReader } from '../../../server/alerts/alert-reader.ts';

const AT = 1_800_000_000_000;
const MINUTE_MS = 60_000;

type Before = Parameters<typeof createAlertReader>[0];

/** Reads one change a minute. Lists replace a read, objects patch it. */
function reader(before: Partial<Before> = {}) {
  const read = createAlertReader({ platforms: [], deploying: [], ...before });
  let minutes = 0;
  return (key: readonly string[], data: unknown): Alert[] =>
    read({
      key: [...key],
      op: Array.isArray(data) ? 'replace' : 'patch',
      data,
      seq: 1,
      at: AT + MINUTE_MS * minutes++,
    });
}

const connections = (statuses: Record<string, string>) =>
  Object.entries(statuses).map(([id, status]) => ({
    id,
    name: id[0]?.toUpperCase() + id.slice(1),
    domain: `${id}.mesh.example`,
    status,
    latencyMs: null,
    lastSeen: null,
  }));

const titlesOf = async (alerts: readonly Alert[]) => {
  const known = { at: AT, nameOfBundle: async () => 'a.zip', nameOfPeer: () => 'Archive' };
  const messages = await Promise.all(alerts.map((one) => messagesOf(one, known)));
  return messages.flat().map(({ title, text }) => `${title}: ${text}`);
};

describe('platforms', () => {
  const key = keyOf('connections');

  test('raise one alert when they go down and one when they are back, with how long it took', async () => {
    const read = reader();
    expect(read(key, connections({ archive: 'connected' }))).toEqual([]);
    expect(await titlesOf(read(key, connections({ archive: 'error' })))).toEqual([
      'Archive is down: archive.mesh.example does not answer, or its answers cannot be trusted.',
    ]);
    expect(read(key, connections({ archive: 'error' }))).toEqual([]);
    expect(await titlesOf(read(key, connections({ archive: 'warning' })))).toEqual([
      'Archive is back: archive.mesh.example answers again after 2 min.',
    ]);
    expect(read(key, connections({ archive: 'connected' }))).toEqual([]);
  });

  test('that were down before a restart raise no new alert; one that went down meanwhile does', () => {
    const platforms = [
      { id: 'archive', status: 'error', changedAt: AT - 180 * MINUTE_MS },
      { id: 'forge', status: 'connected', changedAt: AT },
    ];
    const read = reader({ platforms });
    const [first, ...more] = read(key, connections({ archive: 'error', forge: 'error' }));
    expect(more).toEqual([]);
    expect(first).toMatchObject({ kind: 'down', platforms: [{ id: 'forge' }] });
    const [back] = read(key, connections({ archive: 'connected', forge: 'error' }));
    expect(back).toMatchObject({ kind: 'back', platforms: [{ downMs: 181 * MINUTE_MS }] });
  });

  test('of unknown status are neither down nor back', () => {
    const read = reader();
    expect(read(key, connections({ archive: 'unknown' }))).toEqual([]);
    expect(read(key, connections({ archive: 'error' }))).toHaveLength(1);
    expect(read(key, connections({ archive: 'unknown' }))).toEqual([]);
  });

  test('up to three at once get a message each, more share one', async () => {
    const down = connections({ a: 'error', b: 'error', c: 'error' });
    expect(await titlesOf(reader()(key, down))).toHaveLength(3);
    const more = [...down, ...connections({ d: 'error', e: 'error' })];
    expect(await titlesOf(reader()(key, more))).toEqual([
      '5 platforms are down: A, B, C and 2 more.',
    ]);
  });
});

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
  const read = reader();
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

  test('raise one alert when they end and some platform did not take the bundle', async () => {
    const read = reader();
    expect(read(key, targets('queued', 'queued'))).toEqual([]);
    expect(read(key, targets('failed', 'sending'))).toEqual([]);
    expect(await titlesOf(read(key, targets('failed', 'taken')))).toEqual([
      'Deployment incomplete: a.zip reached 1 of 2 platforms.',
    ]);
    expect(read(key, targets('failed', 'taken'))).toEqual([]);
    read(key, targets('queued', 'taken'));
    expect(read(key, targets('taken', 'taken'))).toEqual([]);
  });

  test('that an earlier process left under way raise an alert at their end', () => {
    const read = reader({ deploying: ['one'] });
    expect(read(key, targets('failed'))).toMatchObject([
      { kind: 'deploy', bundle: 'one', taken: 0, targets: 1 },
    ]);
  });

  test('other changes of a bundle raise no alert', () => {
    const read = reader();
    expect(read(key, { status: 'failed' })).toEqual([]);
    expect(read(keyOf('bundles'), { id: 'one', status: 'deployed' })).toEqual([]);
    expect(read(keyOf('activity'), [{ id: 1 }])).toEqual([]);
  });
});
