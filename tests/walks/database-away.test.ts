import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HandoverNote } from '../../contract/shapes/handover.ts';
import { CONNECTION_LOST } from '../e2e/browser.ts';
import { test as base } from '../e2e/fixtures.ts';
import { isRead } from '../e2e/screens.ts';
import { startDatabaseNetwork } from '../server/database-network.ts';
import { fillDisk, freeDisk } from '../server/full-disk.ts';
import { createTestDatabase } from '../server/postgres.ts';

/** What people see and keep while the PostgreSQL of their node is away, or its disk is full. */

const WAIT = { timeout: 90_000 };
/** By then its lease has run out, and everything with a shorter limit has been given up. */
const NO_LEADER = 'this instance no longer leads';
const DESKTOP = { width: 1280, height: 900 };
const TABLET = { width: 1024, height: 768 };
const WALL = { width: 1920, height: 1080 };
const REFUSED = [/^503: /, ...CONNECTION_LOST];

const test = base
  .extend('database', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const database = await createTestDatabase();
    onCleanup(() => database.drop());
    return database;
  })
  .extend('network', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const network = await startDatabaseNetwork(database.url);
    onCleanup(() => network.close());
    return network;
  })
  .extend('productEnv', { scope: 'file' }, ({ network }) => ({
    DATABASE_URL: network.url,
    SECRET_KEY: 'A'.repeat(43),
  }));

const noteField = (page: Page) => page.getByLabel('New note');
/** By the keyboard: a toast may lie over it, and stays while the pointer rests on it. */
const addNote = (page: Page) => page.getByRole('button', { name: 'Add note' }).press('Enter');
const notAdded = (page: Page, reason: string) =>
  page.getByRole('alert').filter({ hasText: `Not added: ${reason}` });

test('a database that is away until nobody leads: every screen says so, and all is as before when it is back', async ({
  product,
  operator,
  signedIn,
  openPage,
  network,
}) => {
  const open = async (path: string, viewport: { width: number; height: number }) => {
    const watched = await openPage(signedIn, REFUSED);
    await watched.page.setViewportSize(viewport);
    await watched.page.goto(product.url + path);
    await isRead(watched.page);
    return watched;
  };
  const desk = await open('/handover', DESKTOP);
  const tablet = await open('/dashboard', TABLET);
  const wall = await open('/dashboard?wall=1', WALL);
  const screens = { desk, tablet, wall };
  const live = (page: Page) => page.locator('header').getByText(/^Live/);
  for (const { page } of Object.values(screens)) await live(page).waitFor(WAIT);

  network.become('silent');
  for (const [name, { page, picture }] of Object.entries(screens)) {
    await page.getByText('The database cannot be reached.').first().waitFor(WAIT);
    await live(page).waitFor({ state: 'hidden' });
    await picture(`database-away-${name}`);
  }
  await noteField(desk.page).fill('All quiet.');
  await addNote(desk.page);
  await notAdded(desk.page, 'The database cannot be reached.').waitFor(WAIT);
  expect(await noteField(desk.page).inputValue()).toBe('All quiet.');
  await expect.poll(() => product.printed(), WAIT).toContain(NO_LEADER);

  network.become('works');
  for (const { page } of Object.values(screens)) await live(page).waitFor(WAIT);
  await addNote(desk.page);
  await desk.page.getByRole('listitem').filter({ hasText: 'All quiet.' }).waitFor(WAIT);
  for (const { page } of Object.values(screens))
    await expect.poll(() => page.getByText('The database cannot be reached.').count()).toBe(0);
  const notes = await operator.read<HandoverNote[]>('/api/handover/notes');
  expect(notes.map(({ text }) => text)).toEqual(['All quiet.']);
});

test('a database whose disk is full: the form says so, and keeps what was typed', async ({
  product,
  signedIn,
  openPage,
  database,
}) => {
  const { page, picture } = await openPage(signedIn, [/^507: POST /, /Failed to load .* 507 /]);
  await page.setViewportSize(TABLET);
  await page.goto(`${product.url}/handover`);
  await isRead(page);
  await fillDisk(database.url, 'handover_notes');
  await noteField(page).fill('Disks are full.');
  await addNote(page);
  await notAdded(page, 'The disk of the database is full.').waitFor();
  await picture('disk-full');
  expect(await noteField(page).inputValue()).toBe('Disks are full.');
  await freeDisk(database.url, 'handover_notes');
  await addNote(page);
  await page.getByRole('listitem').filter({ hasText: 'Disks are full.' }).waitFor();
});
