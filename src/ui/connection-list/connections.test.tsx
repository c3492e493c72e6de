import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { Topology } from '../topology/topology.tsx';
import { ConnectionList } from './connection-list.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { latencyText } from './latency-text.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };

const CONNECTIONS = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'].map(
  (name, i) => ({
    id: name.toLowerCase(),
    name,
    domain: `${name.toLowerCase()}.mesh.example`,
    status: ['connected', 'connected', 'warning', 'connected', 'error', 'connected'][i] ?? 'error',
    latencyMs: i === 4 ? null : 10 * (i + 1),
    lastSeen: i === 4 ? null : NOW - 3000,
  }),
);

test('each platform is told by word, latency and when it was last seen', async () => {
  await page.viewport(1000, 800);
  mount(<ConnectionList connections={CONNECTIONS} age="fresh" now={NOW} />);
  const archive = page.getByRole('row', { name: /Archive/ });
  await expect.element(archive).toHaveTextContent(/Error.*—.*Never/);
  const ledger = page.getByRole('row', { name: /Ledger/ });
  await expect.element(ledger).toHaveTextContent(/Warning.*30 ms.*3 s ago/);
  expect(await faults()).toEqual([]);
});

test('a connection list that is too old claims nothing', async () => {
  mount(<ConnectionList connections={CONNECTIONS} age="unknown" now={NOW} />);
  expect(page.getByText('Unknown').elements()).toHaveLength(6);
  await expect.element(page.getByText('Connected')).not.toBeInTheDocument();
});

/** The colours of what a platform's status is drawn with. */
const coloursIn = (box: HTMLElement) =>
  new Set([
    ...Array.from(box.querySelectorAll('svg line'), (line) => getComputedStyle(line).stroke),
    ...Array.from(
      box.querySelectorAll('figure path, table path'),
      (path) => getComputedStyle(path).fill,
    ),
    ...Array.from(box.querySelectorAll('figure li'), (node) => getComputedStyle(node).borderColor),
  ]);

test.each([
  ['stale', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('%s connections keep shape and word and lose their colours', async (_, reading) => {
  const both = (how: ReadingState) => (
    <ConnectionsPanel title="Mesh" connections={CONNECTIONS} reading={how} now={NOW} waiting={null}>
      {(list, age) => (
        <>
          <Topology self="Meridian" connections={list} age={age} />
          <ConnectionList connections={list} age={age} now={NOW} />
        </>
      )}
    </ConnectionsPanel>
  );
  const { box, draw } = mount(both(FRESH));
  expect(coloursIn(box).size).toBeGreaterThan(3);
  draw(both(reading));
  const [line, border] = ['--neutral', '--line-strong'].map((token) => inkOf(box, token));
  expect(coloursIn(box)).toEqual(new Set([line, border]));
  expect(page.getByText('Connected', { exact: true }).elements()).toHaveLength(8);
  expect(await faults()).toEqual([]);
});

/** @returns a colour of the theme as the browser computes it */
function inkOf(box: HTMLElement, token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test('the picture names this node and every sister with its state', async () => {
  mount(<Topology self="Meridian" connections={CONNECTIONS} age="fresh" />);
  const picture = page.getByRole('figure', { name: 'Meridian and its 6 sisters' });
  await expect.element(picture).toBeVisible();
  expect(
    picture
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'ConnectedForge10 ms',
    'ConnectedHarbor20 ms',
    'WarningLedger30 ms',
    'ConnectedSignal40 ms',
    'ErrorArchive—',
    'ConnectedSentinel60 ms',
  ]);
  expect(await faults()).toEqual([]);
});

test('no sister of the picture is cut on a phone', async () => {
  await page.viewport(360, 700);
  const { box } = mount(<Topology self="Meridian" connections={CONNECTIONS} age="fresh" />);
  const edges = [...box.querySelectorAll('li')].map((item) => item.getBoundingClientRect());
  expect(Math.min(...edges.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(360);
});

test('a mesh without platforms, and one that cannot be read, say so', async () => {
  const panel = (connections: typeof CONNECTIONS | undefined, reading: ReadingState) => (
    <ConnectionsPanel
      title="Mesh"
      connections={connections}
      reading={reading}
      now={NOW}
      waiting={null}
    >
      {() => 'drawn'}
    </ConnectionsPanel>
  );
  const { draw } = mount(panel([], FRESH));
  await expect.element(page.getByText('No platforms are configured')).toBeVisible();
  const failure = { message: '0: unreachable' };
  draw(panel(undefined, { at: undefined, age: 'unknown', failure, loading: false }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('0: unreachable');
  await expect.element(page.getByText('drawn')).not.toBeInTheDocument();
});

test.each([
  [null, '—'],
  [0.4, '<1 ms'],
  [0, '0 ms'],
  [41.4, '41 ms'],
])('a latency of %s reads %s', (latency, text) => {
  expect(latencyText(latency)).toBe(text);
});
