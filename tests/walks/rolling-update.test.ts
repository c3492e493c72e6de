import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Cluster, type Instance, startCluster } from '../cluster/cluster.ts';
import { type LiveConsole, openLiveConsole } from '../cluster/live-console.ts';
import { postJson } from '../cluster/people.ts';
import { openBrowser, openPage } from '../e2e/browser.ts';
import { builtConsole } from '../e2e/built-console.ts';
import { KEPT_CLUSTER_RELEASES, type KeptRelease, unpackRelease } from '../e2e/kept-release.ts';
import { builtIn } from '../e2e/next-release.ts';
import { PASSWORD } from '../e2e/operator.ts';
import { isKept, NO_SERVICE_WORKER } from '../e2e/service-worker.ts';
import { signUp } from '../e2e/sign-up.ts';
import { isBuild, openCounted, SERVERS_LATE, type Tab } from '../e2e/update-tabs.ts';
import { createTestDatabase } from '../server/postgres.ts';

/**
 * Two instances of a kept release are exchanged for these sources one after the other, while consoles are open and somebody
 * writes: what is written arrives everywhere, nothing on the screen says that anything failed, and whoever comes in between gets a
 * whole console, from whichever instance.
 */
const WAIT = { timeout: SERVERS_LATE };
const BETWEEN_NOTES_MS = 150;
const PAGES = ['/login', '/dashboard'];
/** Calls that the kept release does not have: their parts of a newer screen are not there while its instance answers. */
const NEW_CALLS = [/^404: GET \S+\/api\/operators$/, /Failed to load .* 404 .*\/api\/operators\)$/];
/** The load balancer asks four times a second who is ready. */
const DRAIN_SECONDS = '1';

let browser: Browser;
let ownBuild: string;
beforeAll(async () => {
  await builtConsole();
  ownBuild = builtIn(process.cwd()).id;
  browser = await openBrowser();
});

describe.each(KEPT_CLUSTER_RELEASES)('from %s', (name) => {
  let older: KeptRelease;
  let cluster: Cluster;
  let context: BrowserContext;

  beforeAll(async () => {
    older = unpackRelease(name);
    const database = await createTestDatabase({ empty: true });
    const env = { DRAIN_SECONDS };
    cluster = await startCluster({ size: 2, databaseUrl: database.url, env, root: older.root });
    return async () => {
      await context?.close();
      await cluster.close();
      await database.drop();
      older.remove();
    };
  });

  test('open consoles lose nothing and show no error while instance after instance is updated', async () => {
    context = await browser.newContext();
    const desk = await openCounted(context, `${cluster.url}/signup`, []);
    await signUp(desk.page);
    await desk.page.waitForURL('**/dashboard');
    await isKept(desk.page);
    await desk.page.goto(`${cluster.url}/handover`);
    await isBuild(desk, older.build);
    const cookie = await cookieOf(context);
    const stream = openLiveConsole(cluster.url, cookie);
    onTestFinished(() => stream.close());
    // What is written before it has begun is not in it.
    await expect.poll(stream.isLive, WAIT).toBe(true);
    const writing = write(cookie);

    const [first, second] = cluster.instances as [Instance, Instance];
    await first.stop();
    await visit();
    await first.start({ root: process.cwd() });
    await visit(first, second);
    await visit(second, first);
    await second.stop();
    await visit();
    await second.start({ root: process.cwd() });
    const notes = await writing.stop();

    await expect.poll(() => missingIn(stream, notes), WAIT).toEqual([]);
    expect(stream.breaks()).toBe(0);
    await desk.page.getByText(notes.at(-1) ?? '', { exact: true }).waitFor(WAIT);
    await showsNoFailure(desk);
    await desk.page.getByText('A new version is ready.').waitFor(WAIT);
    await desk.page.getByRole('button', { name: 'Update now' }).click();
    await isBuild(desk, ownBuild);
    await desk.page.getByText(notes.at(-1) ?? '', { exact: true }).waitFor(WAIT);
    expect(desk.loads()).toBe(3);
  }, 600_000);

  /** Writes notes until it is stopped; every one has to be taken. */
  function write(cookie: string) {
    const notes: string[] = [];
    let stopped = false;
    const done = (async () => {
      while (!stopped) {
        const text = `note ${notes.length}.`;
        const answer = await postJson(`${cluster.url}/api/handover/notes`, { text }, cookie);
        if (answer.status !== 429) {
          expect(answer.status, await answer.text()).toBe(200);
          notes.push(text);
        }
        await delay(BETWEEN_NOTES_MS);
      }
    })();
    return {
      async stop() {
        stopped = true;
        await done;
        return notes;
      },
    };
  }

  /**
   * Somebody without a copy of the console signs in.
   *
   * @param pages the instance that serves the pages, while another answers everything else
   */
  async function visit(pages?: Instance, rest?: Instance): Promise<void> {
    cluster.balancer.prefer = (path) =>
      (PAGES.includes(path.split('?')[0] ?? '') ? pages : rest)?.port;
    const visitor = await browser.newContext(NO_SERVICE_WORKER);
    const { page, troubles } = await openPage(visitor, 'rolling-update', NEW_CALLS);
    await page.goto(`${cluster.url}/login`);
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Live connection active').waitFor(WAIT);
    // What loads late has come too.
    await page.waitForLoadState('networkidle');
    expect(troubles).toEqual([]);
    await visitor.close();
    cluster.balancer.prefer = undefined;
  }
});

async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function missingIn({ applied }: LiveConsole, notes: readonly string[]): string[] {
  const known = new Set(
    applied.flatMap(({ data }) =>
      Array.isArray(data) ? data.map((row: { text?: string }) => row.text) : [],
    ),
  );
  return notes.filter((text) => !known.has(text));
}

async function showsNoFailure({ page }: Tab): Promise<void> {
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  expect(await page.getByText('This screen failed').count()).toBe(0);
}
