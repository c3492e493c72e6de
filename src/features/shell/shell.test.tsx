import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { largeMesh, NOW, READINGS } from '../../../tests/ui/samples.ts';
import { momentText } from '../../domain/moment.ts';
import { meshVerdict } from '../../domain/verdict.ts';
import { ScreenTabs } from './console-shell.tsx';
import { VerdictBadge } from './console-status.tsx';
import { OpenCount, ScreenLinks } from './navigation.tsx';
import { type ConnectionsRead, PlatformList } from './platform-list.tsx';
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
  path = '/zip-bundles',
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
        openCount: <OpenCount open={1} />,
        onSignOut: () => {
          calls.signOut += 1;
        },
      }}
      tabs={<ScreenTabs />}
      verdict={verdict}
      tools={null}
      onSearch={() => {
        calls.search += 1;
      }}
    >
      <p>the screen</p>
    </Shell>,
    path,
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

test('the menu has eight entries, the five of the specification in their order, the dashboard at /', async () => {
  await setUp(1280);
  const links = sidebar().getByRole('link').elements().slice(0, 8);
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/'],
    ['Incidents1 open', '/incidents'],
    ['Mesh Network', '/mesh-network'],
    ['ZIP Bundles', '/zip-bundles'],
    ['Route66 Protocol', '/route66-protocol'],
    ['Sovereign Watchdog', '/admin-watchdog'],
    ['Duty', '/handover'],
    ['Settings', '/alerts'],
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

const bottom = () => page.getByRole('navigation', { name: 'Screens' });

test('a phone has three screens at its lower edge, and the menu with the rest', async () => {
  const { place } = await setUp(360);
  const texts = [...bottom().element().querySelectorAll('a, button')].map((one) => one.textContent);
  expect(texts).toEqual(['Dashboard', 'Incidents1 open', 'Mesh', 'More']);
  await bottom().getByRole('link', { name: 'Incidents' }).click();
  await expect.poll(place.path).toBe('/incidents');
  await bottom().getByRole('button', { name: 'More' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Duty' }))
    .toBeVisible();
});

test.each([100, 200])(
  'in text of %i percent no name overlaps another at the lower edge of a phone',
  async (percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
    onTestFinished(() => document.documentElement.removeAttribute('style'));
    await setUp(360);
    await expect.element(bottom().getByRole('link', { name: 'Incidents' })).toBeVisible();
    const names = [...bottom().element().querySelectorAll('li')].map((item) => {
      const range = document.createRange();
      range.selectNodeContents(item.querySelector('span') as Element);
      const { width } = (item.querySelector('span') as Element).getBoundingClientRect();
      return { text: range.getBoundingClientRect(), cell: item.getBoundingClientRect(), width };
    });
    expect(names).toHaveLength(4);
    if (percent > 100) expect(names.every(({ width }) => width <= 1)).toBe(true);
    else
      for (const { text, cell } of names) {
        expect(text.width).toBeGreaterThan(10);
        expect(text.left).toBeGreaterThanOrEqual(cell.left);
        expect(text.right).toBeLessThanOrEqual(cell.right);
      }
  },
);

test('marks a platform in a drill in the sidebar', async () => {
  const data = PLATFORMS.map((one) => (one.id === 'p1' ? { ...one, status: 'drill' } : one));
  await setUp(1280, { data });
  await expect
    .element(sidebar().getByRole('link', { name: /p1/ }))
    .toHaveTextContent('Downp1.mesh.exampleDRILL');
});

test.each([40, 300])(
  'of %i platforms the first six in trouble are listed, and the menu needs no scrolling',
  async (count) => {
    await setUp(1024, { data: largeMesh(count) });
    await page.viewport(1024, 768);
    const list = sidebar().getByRole('list', { name: 'Platforms of the mesh' });
    const rows = list.getByRole('link').elements();
    expect(rows).toHaveLength(6);
    for (const [place, row] of rows.entries())
      expect(row.textContent).toMatch(count === 300 || place < 4 ? /^Down/ : /^Connected/);
    const more = sidebar().getByRole('link', { name: /^and \d+ more/ });
    await expect
      .element(more)
      .toHaveTextContent(count === 300 ? 'and 294 more24 down' : /^and 34 more$/);
    await expect.element(more).toHaveAttribute('href', '/mesh-network');
    const foot = sidebar()
      .getByRole('button', { name: /Admin User/ })
      .element();
    expect(more.element().getBoundingClientRect().bottom).toBeLessThan(
      foot.getBoundingClientRect().top,
    );
    expect(await faults()).toEqual([]);
  },
);

test('trouble stands before what is planned, and that before the rest', async () => {
  const statuses = [
    'paused',
    'connected',
    'connected',
    'maintenance',
    'warning',
    'connected',
    'error',
  ];
  const data = statuses.map(
    (status, i) => ({ ...PLATFORMS[0], id: `q${i}`, status }) as Connection,
  );
  mountPage(<PlatformList connections={{ ...READINGS.fresh, data }} />);
  const rows = page.getByRole('list', { name: 'Platforms of the mesh' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(6);
  expect(rows.elements().map((row) => row.textContent?.replace(/p0.*/, ''))).toEqual([
    ...['Down', 'Slow', 'Maintenance', 'Connected', 'Connected', 'Connected'],
  ]);
});

test('names a platform by its given name, and by its domain where that begins with the name', async () => {
  const named = { name: 'Mail relay Berlin', domain: '127.0.0.1:42404/n/p7' };
  const data = [
    ...PLATFORMS.slice(0, 1),
    { ...(PLATFORMS[1] as Connection), ...named },
    { ...(PLATFORMS[2] as Connection), name: 'Shop', domain: 'shop.example', kind: 'web' },
    { ...(PLATFORMS[3] as Connection), name: 'Mail relay Wien', domain: 'mail.example' },
  ];
  mountPage(<PlatformList connections={{ ...READINGS.fresh, data }} />);
  const name = page.getByText('Mail relay Berlin', { exact: true });
  await expect.element(name).toHaveAttribute('title', '127.0.0.1:42404/n/p7');
  await expect.element(page.getByText('Shop', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Mail relay Wien', { exact: true })).toBeVisible();
  await expect.element(page.getByText('p0.mesh.example', { exact: true })).toBeVisible();
});

test('a link with the focus shows the whole of a long name', async () => {
  await setUp(1280, { data: largeMesh(30) });
  const name = sidebar().getByText('Registration, Copy 9').element();
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
  await userEvent.keyboard('{Tab}');
  name.closest('a')?.focus();
  expect(name.scrollWidth).toBe(name.clientWidth);
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

const tabsOf = (name: string) => {
  const row = page.getByRole('navigation', { name, exact: true });
  const links = () => row.getByRole('link').elements();
  const current = () => links().filter((link) => link.getAttribute('aria-current') === 'page');
  return {
    row,
    all: () => links().map((link) => [link.textContent, link.getAttribute('href')]),
    current: () => current().map((link) => link.textContent),
  };
};

const ALL_OF_SETTINGS = [
  ['Alerts', '/alerts'],
  ['People', '/people'],
  ['Audit log', '/audit'],
  ['Logs', '/logs'],
  ['Displays', '/account?show=displays'],
  ['Status page', '/status-page'],
  ['This device', '/account?show=device'],
  ['Account', '/account'],
];

test('an entry has a row of tabs, of which the shown one is marked, without what a role may never see', async () => {
  const { draw } = mountPage(
    <AsRole session={{ role: 'admin', refused: {} }}>
      <ScreenTabs />
    </AsRole>,
    '/account',
  );
  const { all, current } = tabsOf('Settings');
  await expect.poll(all).toEqual(ALL_OF_SETTINGS);
  expect(current()).toEqual(['Account']);
  draw(
    <AsRole session={VIEWER}>
      <ScreenTabs />
    </AsRole>,
  );
  const hidden = ['People', 'Audit log', 'Status page'];
  await expect.poll(all).toEqual(ALL_OF_SETTINGS.filter(([name = '']) => !hidden.includes(name)));
});

test.each([
  ['/mesh-network', 'Mesh Network', 'State'],
  ['/mesh-network?part=witnesses', 'Mesh Network', 'Who sees whom'],
  ['/platforms', 'Mesh Network', 'Platforms'],
  ['/admin-watchdog', 'Sovereign Watchdog', 'Summary'],
  ['/admin/heartbeat', 'Sovereign Watchdog', 'Heartbeat'],
  ['/admin/route66-proof?peer=x', 'Sovereign Watchdog', 'Route66 Proof'],
  ['/handover', 'Duty', 'Handover'],
  ['/duty', 'Duty', 'On duty'],
  ['/maintenance?new=1', 'Duty', 'Maintenance'],
  ['/maintenance?part=drills', 'Duty', 'Drills'],
  ['/logs?q=x', 'Settings', 'Logs'],
  ['/alerts?show=displays', 'Settings', 'Displays'],
  ['/account', 'Settings', 'Account'],
])('%s opens its tab: %s, %s', async (path, entry, tab) => {
  mountPage(
    <AsRole session={{ role: 'admin', refused: {} }}>
      <ScreenLinks />
      <ScreenTabs />
    </AsRole>,
    path,
  );
  await expect.poll(tabsOf(entry).current).toEqual([tab]);
  const marked = page.getByRole('link', { name: entry, exact: true });
  await expect.element(marked).toHaveAttribute('aria-current', 'page');
});

test('what belongs to no row of tabs has none, and its entry is marked', async () => {
  mountPage(
    <>
      <ScreenLinks />
      <ScreenTabs />
    </>,
    '/mesh-network/p4',
  );
  const entry = page.getByRole('link', { name: 'Mesh Network' });
  await expect.element(entry).toHaveAttribute('aria-current', 'page');
  expect(page.getByRole('navigation').elements()).toEqual([]);
});

test('on a phone the tab that is shown is in sight', async () => {
  await setUp(360, {}, undefined, '/account');
  const { row } = tabsOf('Settings');
  const tab = row.getByRole('link', { name: 'Account' }).element().getBoundingClientRect();
  expect(row.element().scrollWidth).toBeGreaterThan(360);
  expect(tab.left).toBeGreaterThan(0);
  expect(tab.right).toBeLessThanOrEqual(360);
  expect(tab.height).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
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
  if (width < 1000) await bottom().getByRole('button', { name: 'More' }).click();
  await expect.element(place().getByText('Version 1.2.3', { exact: true })).toBeInViewport();
});

test('who is signed in opens the menu of what is theirs', async () => {
  const { calls } = await setUp(1280);
  await userEvent.click(sidebar().getByRole('button', { name: /Admin User/ }));
  const menu = page.getByRole('menu');
  const link = (name: string) => menu.getByRole('menuitem', { name });
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
  await bottom().getByRole('button', { name: 'More' }).click();
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
  const { place } = await setUp(820);
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

test('paper carries the node and the time at which it is printed, not that of the screen', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 9, 5) });
  onTestFinished(() => void vi.useRealTimers());
  const { box } = mount(
    <PrintHead title="Dashboard" connections={{ ...READINGS.fresh, data: PLATFORMS }} />,
  );
  vi.setSystemTime(new Date(2026, 10, 23, 14, 30));
  // The browser takes its picture of the page as soon as the event is over.
  dispatchEvent(new Event('beforeprint'));
  expect(box.querySelector('section')?.textContent).toContain(
    `Printed ${momentText(Date.now())} from ${location.host}`,
  );
});
