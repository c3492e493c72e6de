import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { markFirstPaint } from '../../device/first-paint.ts';
import { momentText } from '../../domain/moment.ts';
import { meshVerdict } from '../../domain/verdict.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { AsRole, VIEWER } from '../../ui/testing/role-sample.tsx';
import { largeMesh, NOW, READINGS } from '../../ui/testing/samples.ts';
import { VerdictBadge } from './console-status.tsx';
import { DownCount, ScreenLinks } from './navigation.tsx';
import { type ConnectionsRead, PlatformList, PlatformStrip } from './platform-list.tsx';
import { PrintHead } from './print-head.tsx';
import { Shell } from './shell.tsx';

const STATUSES = ['connected', 'connected', 'warning', 'connected', 'error', 'connected'];
const PLATFORMS: Connection[] = STATUSES.map((status, index) => ({
  id: `p${index}`,
  name: `P${index}`,
  domain: `p${index}.mesh.example`,
  status,
  latencyMs: 12,
  lastSeen: 1,
}));

/** From here on there is a sidebar. */
const WIDE_PX = 992;

async function setUp(
  width: number,
  read: Partial<ConnectionsRead> = {},
  verdict = <span>Mesh Active</span>,
) {
  await page.viewport(width, 800);
  const calls = { signOut: 0, search: 0 };
  const connections = { ...READINGS.fresh, data: PLATFORMS, ...read };
  const place = mountPage(
    <Shell
      title="ZIP Bundles"
      sidebar={{
        product: 'Testbed',
        version: '1.2.3',
        account: 'ada',
        platforms: (onLeave) => <PlatformList connections={connections} onLeave={onLeave} />,
        downCount: <DownCount down={1} />,
        onSignOut: () => {
          calls.signOut += 1;
        },
      }}
      strip={<PlatformStrip {...connections} />}
      verdict={verdict}
      tools={null}
      onSearch={() => {
        calls.search += 1;
      }}
    >
      <p>the screen</p>
    </Shell>,
    '/zip-bundles',
  );
  await expect.element(page.getByText('the screen')).toBeVisible();
  // Its links come in a commit of their own.
  if (width >= WIDE_PX)
    await expect.element(sidebar().getByRole('link', { name: 'Incidents' })).toBeInTheDocument();
  return { calls, place };
}

const sidebar = () => page.getByRole('navigation', { name: 'Console' });

test('what scrolls in the sidebar is no tab stop, as Firefox makes it one without a name', async () => {
  await setUp(1280);
  const scrolls = (element: Element) => getComputedStyle(element).overflowY === 'auto';
  const boxes = [...sidebar().element().querySelectorAll('*')].filter(scrolls);
  expect(boxes.map((box) => box.getAttribute('tabindex'))).toEqual(['-1']);
});

test('the sidebar links to every screen in order, the dashboard at /', async () => {
  await setUp(1280);
  const links = sidebar().getByRole('link').elements().slice(0, 7);
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/'],
    ['Mesh Network1 down', '/mesh-network'],
    ['ZIP Bundles', '/zip-bundles'],
    ['Route66 Protocol', '/route66-protocol'],
    ['Sovereign Watchdog', '/admin-watchdog'],
    ['Heartbeat', '/admin/heartbeat'],
    ['Route66 Proof', '/admin/route66-proof'],
  ]);
});

test('marks the screen that is shown', async () => {
  await setUp(1280);
  const current = sidebar()
    .getByRole('link', { current: 'page' } as object)
    .elements();
  const marked = current.filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.textContent)).toEqual(['ZIP Bundles']);
});

test('lists the platforms by domain, each with its status in a word, leading to the platform', async () => {
  await setUp(1280);
  const region = sidebar().getByRole('list', { name: 'Platforms of the mesh' });
  expect(
    region
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent),
  ).toEqual([
    'Connectedp0.mesh.example',
    'Connectedp1.mesh.example',
    'Slowp2.mesh.example',
    'Connectedp3.mesh.example',
    'Downp4.mesh.example',
    'Connectedp5.mesh.example',
  ]);
  await expect
    .element(region.getByRole('link', { name: /p4/ }))
    .toHaveAttribute('href', '/mesh-network/p4');
});

test.each([360, 820])('at %i px the platforms stand in a strip below the header', async (width) => {
  await setUp(width);
  const strip = page.getByRole('navigation', { name: 'Platforms' });
  expect(
    strip
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['ConnectedP0', 'ConnectedP1', 'SlowP2', 'ConnectedP3', 'DownP4', 'ConnectedP5']);
  const box = strip.getByRole('link').first().element().getBoundingClientRect();
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.top).toBeLessThan(130);
});

test('a phone has four screens at its lower edge', async () => {
  const { place } = await setUp(360);
  const bottom = page.getByRole('navigation', { name: 'Screens' });
  expect(
    bottom
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Dashboard', 'Mesh1 down', 'Bundles', 'Watchdog']);
  await bottom.getByRole('link', { name: 'Watchdog' }).click();
  await expect.poll(place.path).toBe('/admin-watchdog');
});

test('marks a platform in a drill in the sidebar and in the strip', async () => {
  const data = PLATFORMS.map((one) => (one.id === 'p1' ? { ...one, status: 'drill' } : one));
  await setUp(1280, { data });
  await expect
    .element(sidebar().getByRole('link', { name: /p1/ }))
    .toHaveTextContent('Downp1.mesh.exampleDRILL');
  await page.viewport(360, 800);
  const strip = page.getByRole('navigation', { name: 'Platforms' });
  await expect.element(strip.getByRole('link', { name: /P1/ })).toHaveTextContent('DownP1DRILL');
});

test.each([
  [1280, 800],
  [1024, 768],
])('at %i x %i many platforms are folded, those that are down in sight', async (width, height) => {
  await setUp(width, { data: largeMesh(40) });
  await page.viewport(width, height);
  const list = sidebar().getByRole('list', { name: 'Platforms of the mesh' });
  expect(list.getByRole('listitem').elements()).toHaveLength(6);
  for (const [place, row] of list.getByRole('link').elements().entries()) {
    expect(row.textContent).toMatch(place < 4 ? /^Down/ : /^Connected/);
    const { height: high, bottom } = row.getBoundingClientRect();
    expect(high).toBe(32);
    expect(bottom).toBeLessThan(height);
  }
  await sidebar().getByRole('button', { name: 'and 34 more' }).click();
  expect(list.getByRole('listitem').elements()).toHaveLength(40);
  await sidebar().getByRole('button', { name: 'Show fewer' }).click();
  expect(list.getByRole('listitem').elements()).toHaveLength(6);
  expect(await faults()).toEqual([]);
});

test('a link with the focus shows the whole of a long domain', async () => {
  await setUp(1280, { data: largeMesh(30) });
  const name = sidebar().getByText('registration-9.mesh.example').element();
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
  await userEvent.keyboard('{Tab}');
  name.closest('a')?.focus();
  expect(name.scrollWidth).toBe(name.clientWidth);
});

test('hundreds of platforms are listed on the page of the mesh only', async () => {
  await setUp(1280, { data: largeMesh(300) });
  const more = sidebar().getByRole('link', { name: 'and 294 more: 24 down' });
  await expect.element(more).toHaveAttribute('href', '/mesh-network');
  await page.viewport(360, 800);
  const strip = page.getByRole('navigation', { name: 'Platforms' });
  await expect.element(strip).toBeVisible();
  expect(strip.getByRole('link').elements()).toHaveLength(40);
});

test('folds platforms with groups, those with trouble first', async () => {
  markFirstPaint();
  const data = PLATFORMS.map((one, index) => ({
    ...one,
    ...{ group: index % 2 ? 'Web' : 'Storage', status: index === 3 ? 'error' : 'connected' },
  }));
  mountPage(
    <main>
      <PlatformList connections={{ ...READINGS.fresh, data }} />
    </main>,
  );
  const groups = page.getByRole('list').getByRole('button');
  await expect.poll(() => groups.elements().length).toBe(2);
  await expect.element(groups.nth(0)).toHaveTextContent(/^DownWeb\d+ · 1 down$/);
  expect(page.getByRole('link', { name: /mesh.example/ }).elements()).toHaveLength(1);
  await userEvent.click(groups.nth(1));
  await expect.element(page.getByRole('link', { name: /p0.mesh.example/ })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('says until when a platform is in maintenance', async () => {
  const data = PLATFORMS.map((one) =>
    one.id === 'p1' ? { ...one, status: 'maintenance', maintenanceUntil: NOW } : one,
  );
  mountPage(<PlatformList connections={{ ...READINGS.fresh, data }} />);
  await expect
    .element(page.getByRole('link', { name: /p1/ }))
    .toHaveTextContent(/^Maintenancep1.mesh.exampleuntil \d\d:\d\d$/);
});

test('an admin has people, audit log, displays and this device beside operations', async () => {
  const operations = () =>
    page
      .getByRole('list', { name: 'Operations' })
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')]);
  const { draw } = mountPage(
    <AsRole session={{ role: 'admin', refused: {} }}>
      <ScreenLinks downCount={null} />
    </AsRole>,
  );
  await expect
    .poll(() => operations().slice(4))
    .toEqual([
      ['People', '/people'],
      ['Audit log', '/audit'],
      ['Displays', '/?show=displays'],
      ['This device', '/?show=device'],
    ]);
  draw(
    <AsRole session={VIEWER}>
      <ScreenLinks downCount={null} />
    </AsRole>,
  );
  await expect
    .poll(() =>
      operations()
        .slice(4)
        .map(([name]) => name),
    )
    .toEqual(['Displays', 'This device']);
});

test('leads an admin, and nobody else, from the platforms to where they are set up', async () => {
  const list = <PlatformList connections={{ ...READINGS.fresh, data: [] }} />;
  const { draw } = mountPage(<AsRole session={{ role: 'admin', refused: {} }}>{list}</AsRole>);
  const link = page.getByRole('link', { name: 'Manage platforms' });
  await expect.element(link).toHaveAttribute('href', '/platforms');
  draw(<AsRole session={VIEWER}>{list}</AsRole>);
  await expect.element(link).not.toBeInTheDocument();
});

test('claims no status that it has no proof of', async () => {
  await setUp(1280, { age: 'unknown' });
  const rows = sidebar().getByRole('list', { name: 'Platforms of the mesh' }).getByRole('listitem');
  expect(rows.elements()).toHaveLength(6);
  for (const row of rows.elements()) expect(row.textContent).toMatch(/^Unknown/);
  expect(sidebar().getByText('Connected', { exact: true }).elements()).toHaveLength(0);
});

test('says so when the server names no platforms', async () => {
  await setUp(1280, { data: [] });
  await expect.element(sidebar().getByText('No platforms yet')).toBeVisible();
});

test('claims nothing about platforms that could not be read', async () => {
  await setUp(1280, { ...READINGS.failed, data: undefined });
  await expect.element(sidebar().getByText('The platforms could not be read')).toBeVisible();
});

test('names the account, and the admin user below it', async () => {
  await setUp(1280);
  await expect.element(sidebar().getByText('Admin User')).toBeVisible();
  await expect.element(sidebar().getByText('Sovereign Level 1')).toBeVisible();
  await expect.element(sidebar().getByText('ada', { exact: true })).toBeVisible();
});

test.each([
  [1280, sidebar],
  [360, () => page.getByRole('dialog', { name: 'Menu' })],
])('at %i px the version stands at its foot, in sight', async (width, place) => {
  await setUp(width);
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (width < 1000) await menu.click();
  await expect.element(place().getByText('Version 1.2.3', { exact: true })).toBeInViewport();
});

test('who is signed in opens the menu of what is theirs', async () => {
  const { calls } = await setUp(1280);
  await userEvent.click(sidebar().getByRole('button', { name: /Admin User/ }));
  const menu = page.getByRole('menu');
  const link = (name: string) => menu.getByRole('menuitem', { name });
  await expect.element(link('Displays')).toHaveAttribute('href', '/zip-bundles?show=displays');
  await expect.element(link('This device')).toHaveAttribute('href', '/zip-bundles?show=device');
  expect(await faults()).toEqual([]);
  await link('Sign out').click();
  expect(calls.signOut).toBe(1);
  await expect.element(menu).not.toBeInTheDocument();
});

test('the menu changes the colours of this device', async () => {
  onTestFinished(() => localStorage.removeItem('mantine-color-scheme-value'));
  await setUp(1280);
  await userEvent.click(sidebar().getByRole('button', { name: /Admin User/ }));
  const dark = page.getByRole('menuitemradio', { name: 'Dark colours' });
  await dark.click();
  await expect.element(dark).toBeChecked();
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
});

test('on a phone the sidebar is a drawer, which Escape closes', async () => {
  await setUp(360);
  await expect.element(sidebar()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByText('Sovereign Level 1')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
});

test.each(['fresh', 'stale'] as const)(
  'on a phone what is wrong with a %s mesh stands in a line of its own, so that it does not jump there',
  async (age) => {
    await setUp(390, {}, <VerdictBadge verdict={meshVerdict(PLATFORMS, age)} />);
    const leftOf = (found: Locator) => found.element().getBoundingClientRect().left;
    const detail = page.getByText(age === 'fresh' ? '1 down, 1 slow' : 'unknown');
    expect(leftOf(detail)).toBe(leftOf(page.getByRole('heading', { level: 1 })));
  },
);

test('a link of the drawer leads on and closes it', async () => {
  const { place } = await setUp(360);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Mesh Network' }).click();
  await expect.poll(place.path).toBe('/mesh-network');
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the search button asks for the search', async () => {
  const { calls } = await setUp(1280);
  await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click();
  expect(calls.search).toBe(1);
});

test('the first Tab goes to a link that skips to the screen', async () => {
  await setUp(1280);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  expect(document.querySelector('#screen')?.tagName).toBe('MAIN');
});

test.each([360, 820, 1440])('fits %i px, with one h1, and axe finds nothing', async (width) => {
  await setUp(width);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(await faults()).toEqual([]);
});

test('everything to press is at least 44 px high on a phone', async () => {
  await setUp(360);
  const buttons = page.getByRole('button').elements();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons)
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('paper carries the time at which it is printed, not that of the screen', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 9, 5) });
  onTestFinished(() => void vi.useRealTimers());
  const { box } = mount(
    <PrintHead title="Dashboard" connections={{ ...READINGS.fresh, data: PLATFORMS }} />,
  );
  vi.setSystemTime(new Date(2026, 10, 23, 14, 30));
  // The browser takes its picture of the page as soon as the event is over.
  dispatchEvent(new Event('beforeprint'));
  expect(box.querySelector('section')?.textContent).toContain(momentText(Date.now()));
});
