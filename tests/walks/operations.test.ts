import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { PlatformHistory } from '../../contract/shapes/mesh.ts';
import { startHookServer } from '../e2e/alert-receivers.ts';
import { CONNECTION_LOST } from '../e2e/browser.ts';
import { test as base } from '../e2e/fixtures.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { areUp, startPeers } from '../e2e/peers.ts';
import { until } from '../e2e/rounds.ts';
import { isRead } from '../e2e/screens.ts';
import { isKept, WITH_SERVICE_WORKER } from '../e2e/service-worker.ts';

/** A shift: a drill, maintenance, what is exported of it, and what is handed over. Each test goes on where the last ended. */

const WAIT = { timeout: 90_000 };
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const NOTE = 'Archive gets new disks until noon.';

const test = base
  .extend('peers', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const peers = await startPeers(['forge', 'archive']);
    onCleanup(() => peers.close());
    return peers;
  })
  .extend('productEnv', { scope: 'file' }, ({ peers }) => ({
    ...peers.env,
    ALERT_PRIVATE_TARGETS: '127.0.0.1',
  }))
  // Every platform that is down is sent to a webhook at once.
  .extend('hook', { scope: 'file' }, async ({ operator }, { onCleanup }) => {
    const hook = await startHookServer('');
    onCleanup(() => hook.close());
    await operator.send('/api/alerts/channels', {
      ...{ name: 'Hook', enabled: true, kind: 'webhook', template: 'json', url: hook.url },
    });
    const channels = await operator.read<{ id: string; kind: string }[]>('/api/alerts/channels');
    await operator.send('/api/alerts/rules', {
      ...{ name: 'Down', enabled: true, platforms: [], status: 'error', recovered: false },
      ...{ afterSec: 0, repeatMin: null, quiet: null },
      channels: channels.filter(({ kind }) => kind === 'webhook').map(({ id }) => id),
    });
    return hook;
  })
  .extend('bob', { scope: 'file' }, ({ product }) => registerOperator(product, 'bob'))
  // What another operator has on: a console, and the platforms on a wall.
  .extend('others', async ({ product, bob, openContext, openPage }) => {
    const context = await openContext({}, bob);
    const { page: desk } = await openPage(context);
    const { page: wall } = await openPage(context);
    await desk.goto(`${product.url}/dashboard`);
    await wall.goto(`${product.url}/dashboard?wall=1`);
    await isRead(desk);
    const platforms = wall.getByRole('region', { name: 'Platforms' });
    await platforms.waitFor(WAIT);
    const onWall = (name: string) => platforms.getByRole('listitem').filter({ hasText: name });
    return { desk, onWall };
  });

const incidentsOf = (operator: Operator) => operator.read<Incident[]>('/api/incidents');

/** @returns the incident of the platform, once there is one like this */
async function incidentOf(operator: Operator, platform: string, isOpen: boolean) {
  const isWanted = (one: Incident) =>
    one.platform === platform && (one.endedAt === null) === isOpen;
  const all = await until(
    () => incidentsOf(operator),
    (incidents) => incidents.some(isWanted),
  );
  return all.find(isWanted) as Incident;
}

test('a drill is marked everywhere, acknowledged, and leaves nothing behind', async ({
  product,
  operator,
  hook,
  others: { desk, onWall },
  signedIn,
  openPage,
}) => {
  await areUp(operator);
  const { page, picture } = await openPage(signedIn);
  await page.goto(`${product.url}/maintenance`);
  await page.getByRole('button', { name: 'Start drill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start drill' });
  await dialog.getByLabel('Platform', { exact: true }).selectOption('forge');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  const verdict = desk.getByRole('region', { name: 'Verdict' }).getByText('DRILL: Forge is down');
  await verdict.waitFor(WAIT);
  const mark = onWall('Forge').getByText('DRILL');
  await mark.waitFor(WAIT);
  const [drill] = await incidentsOf(operator);
  await desk.getByRole('button', { name: 'I am on it: DRILL: Forge is down', exact: true }).click();
  await onWall('Forge').getByText('bob is on it').waitFor(WAIT);
  await page.getByText(/on it: bob/).waitFor(WAIT);
  await expect
    .poll(() => hook.received.map(({ body }) => body))
    .toEqual([expect.stringContaining('DRILL: Forge is down')]);
  await picture('drill');

  await page.getByRole('button', { name: 'End drill of Forge' }).click();
  await mark.waitFor({ state: 'detached' });
  await verdict.waitFor({ state: 'detached' });
  expect(await incidentsOf(operator)).toEqual([]);
  expect((await operator.call(`/api/incidents/${drill?.id}`)).status).toBe(404);
  const path = '/api/mesh/platforms/forge/history/1h';
  const { slots } = await operator.read<PlatformHistory>(path);
  expect(slots.some(({ up }) => up > 0)).toBe(true);
  expect(slots.filter(({ down, planned }) => down + (planned ?? 0) > 0)).toEqual([]);
});

test('maintenance that is started by two taps on a tablet is on the wall, and alerts nobody', async ({
  product,
  operator,
  peers,
  hook,
  others: { desk, onWall },
  openContext,
  openPage,
}) => {
  const { page, picture } = await openPage(await openContext(TABLET, operator));
  await page.goto(`${product.url}/mesh-network/archive`);
  await page.getByRole('button', { name: 'Start maintenance' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Start maintenance' });
  await dialog.getByRole('button', { name: 'Start', exact: true }).tap();
  await dialog.waitFor({ state: 'detached' });

  const known = hook.received.length;
  peers.down('archive', true);
  await onWall('Archive')
    .getByText(/^Maintenance until \d\d?:\d\d/)
    .waitFor(WAIT);
  const verdict = desk.getByRole('region', { name: 'Verdict' });
  await verdict.getByText(/^Archive until \d\d?:\d\d, planned by ada/).waitFor(WAIT);
  expect(await incidentOf(operator, 'archive', true)).toMatchObject({ planned: true });
  await picture('in-maintenance');
  // An alert about it would have come before that of the next platform.
  peers.down('forge', true);
  await expect.poll(() => hook.received.length, WAIT).toBeGreaterThan(known);
  expect(hook.received.slice(known).map(({ body }) => body)).toEqual([
    expect.stringContaining('Forge is down'),
  ]);
  peers.down('forge', false);
  await incidentOf(operator, 'forge', false);
});

/** @returns the content of the file that a button saves */
async function exported(page: Page, format: 'CSV' | 'JSON'): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export ${format}` }).click();
  return readFile(await (await downloading).path(), 'utf8');
}

test('an export of incidents holds exactly the filtered ones', async ({
  product,
  operator,
  signedIn,
  openPage,
}) => {
  const archive = await incidentOf(operator, 'archive', true);
  const forge = await incidentOf(operator, 'forge', false);
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/incidents`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Archive').waitFor(WAIT);

  await page.getByLabel('State', { exact: true }).selectOption('Ended');
  await row('Archive').waitFor({ state: 'detached' });
  await row('Forge').waitFor();
  const { context, rows } = JSON.parse(await exported(page, 'JSON'));
  expect(context).toMatchObject({ filter: 'state ended', rowCount: 1, complete: true });
  expect(rows).toEqual([expect.objectContaining({ id: forge.id, platform: 'forge' })]);

  await page.getByLabel('State', { exact: true }).selectOption('');
  await page.getByLabel('Platform', { exact: true }).selectOption('Archive');
  await row('Forge').waitFor({ state: 'detached' });
  const lines = (await exported(page, 'CSV')).trimEnd().split('\r\n');
  const [header, ...cells] = lines.filter((line) => !/^\uFEFF?#/.test(line));
  expect(header).toMatch(/^id,platform,status,/);
  expect(cells).toEqual([expect.stringMatching(`^${archive.id},archive,error,`)]);
});

test('the shift handover can be read when the server is gone', async ({
  product,
  operator,
  openContext,
  openPage,
  onTestFinished,
}) => {
  await operator.send('/api/handover/notes', { text: NOTE });
  const { page, picture } = await openPage(
    await openContext(WITH_SERVICE_WORKER, operator),
    CONNECTION_LOST,
  );
  await page.goto(`${product.url}/handover`);
  await page.getByText(NOTE).waitFor(WAIT);
  await isRead(page);
  await isKept(page);
  await product.stop();
  onTestFinished(() => product.start());
  await page.reload();
  await page.getByText(/^Last known data as of /).waitFor(WAIT);
  await page.getByText(NOTE).waitFor();
  const problems = page.getByRole('region', { name: 'Open problems' });
  await problems.getByText(/^Archive until \d\d?:\d\d, planned by ada/).waitFor();
  await page
    .getByText(/ends in/)
    .first()
    .waitFor();
  await picture('handover');
});
