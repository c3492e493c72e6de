import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Incident, IncidentDetails } from '../../contract/shapes/incident.ts';
import { CONNECTION_LOST } from '../e2e/browser.ts';
import { startCuttingProxy } from '../e2e/cutting-proxy.ts';
import { test as base } from '../e2e/fixtures.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { areUp, startPeers } from '../e2e/peers.ts';
import { until } from '../e2e/rounds.ts';
import { contextFor, isRead } from '../e2e/screens.ts';
import { isKept, WITH_SERVICE_WORKER } from '../e2e/service-worker.ts';

/** 'I am on it' of a console that cannot reach the server: everything of it goes through a line that is cut. */

const WAIT = { timeout: 90_000 };

const test = base
  .extend('peers', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const peers = await startPeers(['forge', 'archive']);
    onCleanup(() => peers.close());
    return peers;
  })
  .extend('productEnv', { scope: 'file' }, ({ peers }) => peers.env)
  .extend('proxy', async ({ product, onTestFinished }) => {
    const proxy = await startCuttingProxy(product.port);
    // After the pages are closed, so that they see no server end.
    onTestFinished(() => proxy.close());
    return proxy;
  })
  .extend('bob', { scope: 'file' }, ({ product }) => registerOperator(product, 'bob'));

/** Opens a dashboard that shows everything. */
async function show(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await isRead(page);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openOf(operator: Operator, platform: string): Promise<Incident> {
  const all = await until(
    () => operator.read<Incident[]>('/api/incidents'),
    (incidents) => incidents.some((one) => one.platform === platform && one.endedAt === null),
  );
  return all.find((one) => one.platform === platform && one.endedAt === null) as Incident;
}

/** @returns who acknowledged the incident, once for each time */
async function acknowledgedBy(operator: Operator, { id }: Incident): Promise<string[]> {
  const { events } = await operator.read<IncidentDetails>(`/api/incidents/${id}`);
  return events.filter(({ kind }) => kind === 'acknowledged').map(({ text }) => text);
}

test('an acknowledgement made offline waits, survives a reload and is sent once', async ({
  browser,
  operator,
  bob,
  peers,
  product,
  proxy,
  openContext,
  openPage,
  onTestFinished,
}) => {
  await areUp(operator);
  const own = await contextFor(browser, proxy, operator, WITH_SERVICE_WORKER);
  onTestFinished(() => own.close());
  const { page, picture } = await openPage(own, CONNECTION_LOST);
  const { page: other } = await openPage(await openContext({}, bob));
  await show(page, proxy.url);
  await show(other, product.url);
  await isKept(page);
  peers.down('archive', true);
  await button(page, 'I am on it: Archive is down').waitFor(WAIT);
  await button(other, 'I am on it: Archive is down').waitFor(WAIT);
  const incident = await openOf(operator, 'archive');

  proxy.down(true);
  await button(page, 'I am on it: Archive is down').click();
  await button(page, 'Take back: Archive is down').waitFor(WAIT);
  await page.reload();
  await button(page, 'Take back: Archive is down').waitFor(WAIT);
  await picture('waiting');
  expect(await acknowledgedBy(operator, incident)).toEqual([]);
  expect(await button(other, 'I am on it: Archive is down').count()).toBe(1);

  proxy.down(false);
  await button(other, 'Take over from ada: Archive is down').waitFor(WAIT);
  await button(page, 'Add note: Archive is down').waitFor(WAIT);
  // Nothing is left that a page which starts anew could send again.
  await page.reload();
  await button(page, 'Add note: Archive is down').waitFor(WAIT);
  expect(await acknowledgedBy(operator, incident)).toEqual([expect.stringContaining('ada')]);
});

test('an acknowledgement whose incident is over before it arrives is dropped, and the console says so', async ({
  browser,
  operator,
  peers,
  proxy,
  openPage,
  onTestFinished,
}) => {
  const own = await contextFor(browser, proxy, operator, {});
  onTestFinished(() => own.close());
  const { page, picture } = await openPage(own, CONNECTION_LOST);
  peers.down('forge', true);
  await show(page, proxy.url);
  await button(page, 'I am on it: Forge is down').waitFor(WAIT);
  const incident = await openOf(operator, 'forge');

  proxy.down(true);
  await button(page, 'I am on it: Forge is down').click();
  await button(page, 'Take back: Forge is down').waitFor(WAIT);
  peers.down('forge', false);
  await until(
    () => operator.read<IncidentDetails>(`/api/incidents/${incident.id}`),
    ({ endedAt }) => endedAt !== null,
  );
  proxy.down(false);
  await page.getByText('Not sent: Forge is down').first().waitFor(WAIT);
  await page.getByText('The incident was over before this could be sent.').first().waitFor();
  await picture('dropped');
  await button(page, 'Take back: Forge is down').waitFor({ state: 'detached' });
  expect(await acknowledgedBy(operator, incident)).toEqual([]);
});

test('whoever an incident is offered to is told in the open console, and who offered it of the answer', async ({
  operator,
  bob,
  peers,
  product,
  openContext,
  openPage,
}) => {
  const { page } = await openPage(await openContext({}, operator));
  const { page: other, picture } = await openPage(await openContext({}, bob));
  peers.down('archive', true);
  await show(page, product.url);
  await show(other, product.url);
  const { id } = await openOf(operator, 'archive');
  await operator.send(`/api/incidents/${id}/hand-over`, { to: 'bob' });
  await other.getByText('ada hands over to you: Archive is down').first().waitFor(WAIT);
  await picture('asked');
  await button(page, 'Take back: Archive is down').waitFor(WAIT);
  await button(other, 'Accept: Archive is down').click(WAIT);
  await page.getByText('bob accepted it from ada: Archive is down').first().waitFor(WAIT);
  expect(await page.getByText('ada hands over to you: Archive is down').count()).toBe(0);
});
