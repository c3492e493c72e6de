import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './fixtures.ts';
import { registerOperator } from './operator.ts';
import { follow, isRead, SCREENS, type ScreenName } from './screens.ts';

/** A console whose account may only look: everything is there, and what its role refuses says why. */

const WAIT = { timeout: 90_000 };
const NEEDS_OPERATOR = 'This needs the role operator; yours is viewer.';

const test = base
  .extend('productEnv', { scope: 'file' }, { SIGNUP_ROLE: 'viewer' })
  .extend('viewer', { scope: 'file' }, ({ product, operator: _ }) =>
    registerOperator(product, 'bob'),
  )
  .extend('viewing', async ({ openContext, openPage, viewer }) =>
    openPage(await openContext({}, viewer)),
  );

/** The buttons of each screen that change something. */
const REFUSED: Partial<Record<ScreenName, readonly (string | RegExp)[]>> = {
  dashboard: ['Upload ZIP Bundle', 'Sync Mesh'],
  'mesh network': ['Sync Mesh'],
  platform: ['Probe all platforms now', 'Start maintenance', 'Start drill'],
  maintenance: ['Start maintenance', 'Start drill', 'Remove'],
  'new maintenance': ['Start'],
  alerts: ['Add a channel', 'Add a rule'],
  handover: ['Add note', /^Remove the note/],
  'ZIP bundles': ['Upload ZIP Bundle', 'Deploy routing-rules-2.4.zip'],
  watchdog: ['Ping', 'Manual Reconnect'],
  'Route66 proof': ['Start Challenge'],
  'upload dialog': ['Upload & Validate'],
  'bundle details': ['Delete'],
  displays: ['Approve'],
  incidents: [],
  'system logs': [],
  heartbeat: [],
  'Route66 protocol': [],
  'this device': [],
};

const buttons = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** @returns of each button with this name: whether it is disabled, and its description */
function stateOf(page: Page, name: string | RegExp) {
  return buttons(page, name).evaluateAll((all) =>
    all.map((button) => ({
      disabled: button.ariaDisabled,
      described: (button.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .at(-1),
    })),
  );
}

test('a viewer finds every control disabled with the reason, and nothing is refused on the way', async ({
  data,
  viewing: { page },
}) => {
  await page.goto(data.urlOf('account'));
  await isRead(page);
  for (const screen of Object.keys(REFUSED) as ScreenName[]) {
    if (SCREENS[screen].over) {
      // What a screen loads late would be cut off.
      await page.waitForLoadState('networkidle');
      await page.goto(data.urlOf(screen));
    } else await follow(page, data.urlOf(screen));
    await isRead(page);
    for (const name of REFUSED[screen] ?? []) {
      await buttons(page, name).first().waitFor(WAIT);
      const states = await stateOf(page, name);
      expect([screen, name, ...states]).toEqual([
        screen,
        name,
        ...states.map(() => ({ disabled: 'true', described: NEEDS_OPERATOR })),
      ]);
    }
  }
  await page.waitForLoadState('networkidle');
});

test('the reason is read by pointer and by keyboard; a press does nothing else', async ({
  data,
  viewing: { page },
}) => {
  await page.goto(data.urlOf('mesh network'));
  await isRead(page);
  const sync = buttons(page, 'Sync Mesh');
  const tooltip = page.getByRole('tooltip', { name: NEEDS_OPERATOR });
  await sync.hover();
  await tooltip.waitFor(WAIT);
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ ...WAIT, state: 'detached' });
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  while (!(await sync.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await tooltip.waitFor(WAIT);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('what a role may never see is in no menu, and its address says who may', async ({
  data,
  viewing: { page },
}) => {
  await page.goto(data.urlOf('mesh network'));
  await isRead(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect
    .poll(() => tabs.allInnerTexts())
    .toEqual(['Alerts', 'Logs', 'Displays', 'This device', 'Account']);
  await follow(page, data.urlOf('people'));
  await page.getByText('This needs the role admin; yours is viewer.').waitFor(WAIT);
  await page.getByRole('button', { name: 'Admin User' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.waitForURL(/\/account$/);
});

test('a new role is there within seconds', async ({ product, operator, viewer, data, viewing }) => {
  const { page } = viewing;
  await page.goto(data.urlOf('dashboard'));
  await isRead(page);
  const upload = buttons(page, 'Upload ZIP Bundle').first();
  await page.waitForFunction(
    (button) => button?.ariaDisabled === 'true',
    await upload.elementHandle(),
    WAIT,
  );
  const people = await operator.read<{ id: string; username: string }[]>('/api/people');
  const bob = people.find(({ username }) => username === viewer.username);
  await operator.send(`/api/people/${bob?.id}`, { role: 'operator' });
  await page.waitForFunction(
    (button) => button?.ariaDisabled !== 'true',
    await upload.elementHandle(),
    {
      timeout: 5000,
    },
  );
  await upload.click();
  await page.getByRole('dialog', { name: 'Upload Sovereign ZIP Bundle' }).waitFor(WAIT);
  expect(page.url()).toContain(product.url);
});
