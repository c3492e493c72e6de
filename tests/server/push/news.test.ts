import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { createNewsReader, type News } from '../../../server/push/news.ts';
import { messagesOf } from '../../../server/push/words.ts';

const AT = 1_800_000_000_000;
const MINUTE_MS = 60_000;

type Before = Parameters<typeof createNewsReader>[0];

/** Reads what a console would be told, one change a minute. */
function reader(before: Partial<Before> = {}) {
  const read = createNewsReader({ platforms: [], deploying: [], ...before });
  let minutes = 0;
  return (key: readonly string[], data: unknown): News[] =>
    read({ key: [...key], op: 'replace', data, seq: 1, at: AT + MINUTE_MS * minutes++ });
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

const titlesOf = async (news: readonly News[]) => {
  const known = { at: AT, nameOfBundle: async () => 'a.zip', nameOfPeer: () => 'Archive' };
  const messages = await Promise.all(news.map((one) => messagesOf(one, known)));
  return messages.flat().map(({ title, text }) => `${title}: ${text}`);
};

describe('platforms', () => {
  const key = keyOf('connections');

  test('are told once when they go down, and once when they are back, with how long it took', async () => {
    const read = reader();
    expect(read(key, connections({ archive: 'connected' }))).toEqual([]);
    expect(await titlesOf(read(key, connections({ archive: 'error' })))).toEqual([
      'Archive is down: archive.mesh.example gives no answer that can be trusted.',
    ]);
    expect(read(key, connections({ archive: 'error' }))).toEqual([]);
    expect(await titlesOf(read(key, connections({ archive: 'warning' })))).toEqual([
      'Archive is back: archive.mesh.example answers again after 2 min.',
    ]);
    expect(read(key, connections({ archive: 'connected' }))).toEqual([]);
  });

  test('that were down before a restart are not told again; one that fell meanwhile is', () => {
    const platforms = [
      { id: 'archive', status: 'error', changedAt: AT - 180 * MINUTE_MS },
      { id: 'forge', status: 'connected', changedAt: AT },
    ];
    const read = reader({ platforms });
    const [news, ...more] = read(key, connections({ archive: 'error', forge: 'error' }));
    expect(more).toEqual([]);
    expect(news).toMatchObject({ kind: 'down', platforms: [{ id: 'forge' }] });
    const [back] = read(key, connections({ archive: 'connected', forge: 'error' }));
    expect(back).toMatchObject({ kind: 'back', platforms: [{ goneMs: 181 * MINUTE_MS }] });
  });

  test('of which nothing is known are neither down nor back', () => {
    const read = reader();
    expect(read(key, connections({ archive: 'unknown' }))).toEqual([]);
    expect(read(key, connections({ archive: 'error' }))).toHaveLength(1);
    expect(read(key, connections({ archive: 'unknown' }))).toEqual([]);
  });

  test('up to three at once have a message each, more are one', async () => {
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
  const told = (data: unknown) => read(keyOf('proofs'), data);

  test('are told when they end without being verified', async () => {
    expect(told([row])).toEqual([]);
    expect(told(row)).toEqual([]);
    expect(told({ ...row, endedAt: AT, verified: true })).toEqual([]);
    expect(await titlesOf(told({ ...row, endedAt: AT }))).toEqual([
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

  test('are told once when they end and some platform did not take the bundle', async () => {
    const read = reader();
    expect(read(key, targets('queued', 'queued'))).toEqual([]);
    expect(read(key, targets('failed', 'sending'))).toEqual([]);
    expect(await titlesOf(read(key, targets('failed', 'taken')))).toEqual([
      'Deployment failed: a.zip: 1 of 2 platforms took it.',
    ]);
    expect(read(key, targets('failed', 'taken'))).toEqual([]);
    read(key, targets('queued', 'taken'));
    expect(read(key, targets('taken', 'taken'))).toEqual([]);
  });

  test('that an earlier process left under way are told at their end', () => {
    const read = reader({ deploying: ['one'] });
    expect(read(key, targets('failed'))).toMatchObject([
      { kind: 'deploy', bundle: 'one', taken: 0, targets: 1 },
    ]);
  });

  test('nothing else that is told of a bundle is news', () => {
    const read = reader();
    expect(read(key, { status: 'failed' })).toEqual([]);
    expect(read(keyOf('bundles'), { id: 'one', status: 'deployed' })).toEqual([]);
    expect(read(keyOf('activity'), [{ id: 1 }])).toEqual([]);
  });
});
