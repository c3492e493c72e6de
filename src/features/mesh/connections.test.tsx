import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { ConnectionsPanel } from './mesh-page.tsx';
import { Topology } from './topology.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

const CONNECTIONS = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'].map(
  (name, i) => ({
    id: name.toLowerCase(),
    name,
    domain: `${name.toLowerCase()}.mesh.example`,
    status: ['connected', 'connected', 'warning', 'connected', 'error', 'connected'][i] ?? 'error',
    latencyMs: 10 * (i + 1),
    lastSeen: i === 4 ? null : NOW - 3000,
    since: NOW - 22 * 60_000,
  }),
);

test('each platform has its state, since when, latency and when it was last seen', async () => {
  await page.viewport(1000, 800);
  mountPage(
    <main>
      <ConnectionsTable connections={CONNECTIONS} age="fresh" now={NOW} />
    </main>,
  );
  const ledger = page.getByRole('row', { name: /Ledger/ });
  await expect
    .element(ledger)
    .toHaveTextContent(/Slow.*since \d\d:\d\d \(22 min\).*30 ms.*3 s ago/);
  expect(await faults()).toEqual([]);
});

test('a platform in a drill is marked in the table and in the picture', async () => {
  const drill = CONNECTIONS.map((one) => (one.id === 'forge' ? { ...one, status: 'drill' } : one));
  mountPage(
    <main>
      <ConnectionsTable connections={drill} age="fresh" now={NOW} />
      <Topology self="Meridian" connections={drill} age="fresh" />
    </main>,
  );
  await expect.element(page.getByRole('row', { name: /Forge/ })).toHaveTextContent(/DownDRILL.*—/);
  const node = page.getByRole('figure').getByRole('link', { name: /Forge/ });
  await expect.element(node).toHaveTextContent('DownForgeDRILL');
  expect(await faults()).toEqual([]);
});

test('a platform that is down has no latency, whatever it was before', async () => {
  mountPage(
    <>
      <ConnectionsTable connections={CONNECTIONS} age="fresh" now={NOW} />
      <Topology self="Meridian" connections={CONNECTIONS} age="fresh" />
    </>,
  );
  const archive = page.getByRole('row', { name: /Archive/ });
  await expect.element(archive).toHaveTextContent(/Down.*—.*never/);
  const node = page.getByRole('figure').getByRole('link', { name: /Archive/ });
  await expect.element(node).toHaveTextContent('DownArchive—');
});

test('a table that is too old claims nothing', async () => {
  mountPage(<ConnectionsTable connections={CONNECTIONS} age="unknown" now={NOW} />);
  await expect.poll(() => page.getByText('Unknown').elements().length).toBe(6);
  await expect.element(page.getByText('Connected')).not.toBeInTheDocument();
  await expect.element(page.getByText(/since/)).not.toBeInTheDocument();
});

test('a platform of the table and of the picture leads to what is known of it', async () => {
  await page.viewport(1000, 900);
  const place = mountPage(
    <>
      <Topology self="Meridian" connections={CONNECTIONS} age="fresh" />
      <ConnectionsTable connections={CONNECTIONS} age="fresh" now={NOW} />
    </>,
  );
  const node = page.getByRole('figure').getByRole('link', { name: /Archive/ });
  await expect.element(node).toHaveAttribute('href', '/mesh-network/archive');
  await userEvent.click(page.getByRole('table').getByRole('link', { name: 'Harbor' }));
  await expect.poll(place.path).toBe('/mesh-network/harbor');
});

/** The colours of what a platform's status is drawn with. */
const coloursIn = (box: HTMLElement) =>
  new Set([
    ...Array.from(box.querySelectorAll('svg line'), (line) => getComputedStyle(line).stroke),
    ...Array.from(
      box.querySelectorAll('figure path, table path'),
      (path) => getComputedStyle(path).fill,
    ),
    ...Array.from(
      box.querySelectorAll('figure li a'),
      (node) => getComputedStyle(node).borderTopColor,
    ),
  ]);

test.each([
  ['stale', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('%s connections keep shape and word and lose their colours', async (_, read) => {
  const both = (how: ReadState) => (
    <ConnectionsPanel title="Mesh" read={{ ...how, data: CONNECTIONS }} now={NOW}>
      {(list, age) => (
        <>
          <Topology self="Meridian" connections={list} age={age} />
          <ConnectionsTable connections={list} age={age} now={NOW} />
        </>
      )}
    </ConnectionsPanel>
  );
  const { box, draw } = mountPage(both(FRESH));
  await expect.poll(() => coloursIn(box).size).toBeGreaterThan(3);
  draw(both(read));
  const [mark, border] = ['--mantine-color-dimmed', '--mantine-color-default-border'].map((name) =>
    colourOf(box, name),
  );
  await expect.poll(() => coloursIn(box)).toEqual(new Set([mark, border]));
  expect(page.getByText('Connected', { exact: true }).elements()).toHaveLength(8);
  expect(await faults()).toEqual([]);
});

/** @returns a colour of the theme as the browser computes it */
function colourOf(box: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test('the picture names this node and every platform with its state', async () => {
  mountPage(
    <main>
      <Topology self="Meridian" connections={CONNECTIONS} age="fresh" />
    </main>,
  );
  const picture = page.getByRole('figure', { name: 'Meridian and its 6 platforms' });
  await expect.element(picture).toBeVisible();
  expect(
    picture
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'ConnectedForge10 ms',
    'ConnectedHarbor20 ms',
    'SlowLedger30 ms',
    'ConnectedSignal40 ms',
    'DownArchive—',
    'ConnectedSentinel60 ms',
  ]);
  expect(await faults()).toEqual([]);
});

test('no platform of the picture is cut on a phone', async () => {
  await page.viewport(360, 700);
  const { box } = mountPage(<Topology self="Meridian" connections={CONNECTIONS} age="fresh" />);
  await expect.poll(() => box.querySelectorAll('li').length).toBe(6);
  const edges = [...box.querySelectorAll('li')].map((item) => item.getBoundingClientRect());
  expect(Math.min(...edges.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(360);
});

test('a mesh without platforms, and one that cannot be read, say so', async () => {
  const panel = (data: typeof CONNECTIONS | undefined, read: ReadState) => (
    <ConnectionsPanel title="Mesh" read={{ ...read, data }} now={NOW}>
      {() => 'drawn'}
    </ConnectionsPanel>
  );
  const { draw } = mountPage(panel([], FRESH));
  await expect.element(page.getByText('No platforms yet')).toBeVisible();
  const failure = { message: '0: unreachable' };
  draw(panel(undefined, { at: undefined, age: 'unknown', failure, loading: false }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('0: unreachable');
  await expect.element(page.getByText('drawn')).not.toBeInTheDocument();
});
