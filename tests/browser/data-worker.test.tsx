import { afterEach, describe, expect, it } from 'vitest';
import { createDataLink, type DataLink } from '../../src/link/data-link.ts';
import { pageTimers, spawnDataWorker } from '../../src/link/spawn.ts';
import { openKeyValue } from '../../src/worker/disk/key-value.ts';

/** The suite's own web server has no api: what matters here is that threads, ports and disk are real. */
const links: DataLink[] = [];

function linkOf(): DataLink {
  const link = createDataLink(spawnDataWorker, pageTimers);
  links.push(link);
  return link;
}

afterEach(() => {
  for (const link of links.splice(0)) link.stop();
});

describe('a real worker', () => {
  it('answers calls as values and opens an account over its port', async () => {
    const link = linkOf();
    await link.open('ada');
    const outcome = await link.send('logout');
    expect(outcome).toMatchObject({ ok: false });
    expect(link.incidents()).toEqual([]);
    await link.close(true);
  });

  it('tells of a watched read that fails', async () => {
    const link = linkOf();
    await link.open('ada');
    const failed = new Promise((resolve) => {
      link.mirror.subscribe((push) => {
        const news = push.entries?.find(({ failure }) => failure !== undefined);
        if (news) resolve(news.failure);
      });
    });
    link.watch('stats');
    expect(await failed).toMatchObject({ ok: false });
    await link.close(true);
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

  it('row 34: is gone with its name when it is erased, while another tab holds it open', async () => {
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
