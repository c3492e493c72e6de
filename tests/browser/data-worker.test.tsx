import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkerClient, type WorkerClient } from '../../src/console/create-worker-client.ts';
import { pageTimers, spawnDataWorker } from '../../src/console/worker-client.ts';
import { openKeyValue } from '../../src/shared/key-value.ts';

/** The suite's own web server has no api: what matters here is that threads, ports and disk are real. */
const clients: WorkerClient[] = [];

function openClient(): WorkerClient {
  const client = createWorkerClient(spawnDataWorker, pageTimers);
  clients.push(client);
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

describe('a real worker', () => {
  it('answers calls as values and opens an account over its port', async () => {
    const client = openClient();
    await client.open('ada');
    const outcome = await client.send('logout');
    expect(outcome).toMatchObject({ ok: false });
    expect(client.crashes()).toEqual([]);
    await client.close(true);
  });

  it('pushes the failure of a subscribed read', async () => {
    const client = openClient();
    await client.open('ada');
    const failure = new Promise((resolve) => {
      client.onPush((push) => {
        const failed = push.entries?.find(({ failure }) => failure !== undefined);
        if (failed) resolve(failed.failure);
      });
    });
    client.subscribe('stats');
    expect(await failure).toMatchObject({ ok: false });
    await client.close(true);
  });
});

describe('a real database', () => {
  it('gives back what was put, to another connection too', async () => {
    const place = openKeyValue('a place');
    await place.setMany([['a', { rows: [1] }]]);
    place.close();
    const again = openKeyValue('a place');
    expect(await again.entries()).toEqual([['a', { rows: [1] }]]);
    await again.erase();
  });

  it('is opened again, and the work done once more, when its connection was lost', async () => {
    const place = openKeyValue('a lost place');
    await place.setMany([['a', 1]]);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const lost = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    };
    transaction.mockImplementationOnce(lost);
    await place.setMany([['b', 2]]);
    expect(await place.entries()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    transaction.mockImplementationOnce(lost).mockImplementationOnce(lost);
    await expect(place.get('a')).rejects.toThrow('lost');
    expect(await place.get('a')).toBe(1);
    transaction.mockRestore();
    await place.erase();
  });

  it('is gone with its name when it is erased, while another tab holds it open', async () => {
    const [one, other] = [openKeyValue('another place'), openKeyValue('another place')];
    await one.setMany([['a', 1]]);
    await other.entries();
    await one.erase();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain('another place');
    expect(await other.entries()).toEqual([]);
    await other.erase();
  });
});
