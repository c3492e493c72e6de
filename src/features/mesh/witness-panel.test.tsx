import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { WITNESSES } from '../../../tests/ui/witness-samples.ts';
import { Topology } from './topology.tsx';
import { WitnessPanel } from './witness-panel.tsx';

const show = (witnesses: (typeof WITNESSES)[keyof typeof WITNESSES]) =>
  mountPage(
    <Seeded entries={known('witnesses', witnesses)}>
      <main>
        <WitnessPanel count={6} now={NOW} />
      </main>
    </Seeded>,
  );

test('each node says in words whom it reaches, and how long ago', async () => {
  await page.viewport(1200, 900);
  show(WITNESSES['a line is cut']);
  const row = page.getByRole('row', { name: /^Meridian reaches 5 of 6/ });
  await expect.element(row).toHaveTextContent(/yes 2 s.*no 2 s.*slow 2 s/);
  await expect.element(page.getByRole('columnheader', { name: /Harbor line down/ })).toBeVisible();
  const reason = page.getByText('The line to Harbor is down; Forge, Ledger and 3 more reach it.');
  await expect.element(reason).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('on a phone it is a list that says of whom each word is', async () => {
  await page.viewport(390, 900);
  const { box } = show(WITNESSES.disputed);
  const cell = page.getByText('disputed', { exact: true });
  await expect.element(cell).toBeVisible();
  expect(box.scrollWidth).toBeLessThanOrEqual(390);
  expect(getComputedStyle(box.querySelector('thead') ?? box).display).toBe('none');
  expect(await faults()).toEqual([]);
});

test.each([
  ['three nodes', 360],
  ['a line is cut', 600],
  ['disputed', 820],
  ['sites that peers look at', 390],
  ['ten nodes', 980],
  ['fifty nodes', 390],
  ['fifty nodes', 1160],
] as const)('nothing lies beyond its sides: %s, %i px', async (name, width) => {
  await page.viewport(width, 900);
  const { box } = show(WITNESSES[name]);
  await expect.element(page.getByRole('region', { name: 'Who sees whom, table' })).toBeVisible();
  const area = box.querySelector('section section') ?? box;
  expect(area.scrollWidth).toBeLessThanOrEqual(area.clientWidth);
});

test('sites stand beside the nodes, with what peers do about them', async () => {
  await page.viewport(1200, 900);
  show(WITNESSES['sites that peers look at']);
  await expect.element(page.getByRole('columnheader', { name: /Shop line down/ })).toBeVisible();
  const row = page.getByRole('row', { name: /^Forge reaches 6 of 6/ });
  await expect.element(row).toBeVisible();
  await expect.element(page.getByText('Ledger looks at nothing for this node.')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('of fifty nodes a list names those that are not well', async () => {
  await page.viewport(390, 900);
  const { box } = show(WITNESSES['fifty nodes']);
  await expect.element(page.getByText('reaches 48 of 49').first()).toBeVisible();
  const shown = [...box.querySelectorAll('tbody td')].filter((cell) => cell.checkVisibility());
  expect(shown.map(({ textContent }) => textContent?.trim())).toEqual(['no 2 s', 'no 9 s']);
});

test('of fifty nodes a cell in which all is well is one element, with its words', async () => {
  await page.viewport(1200, 900);
  const { box } = show(WITNESSES['fifty nodes']);
  await expect.element(page.getByRole('row', { name: /reaches 48 of 49/ }).first()).toBeVisible();
  const cells = [...box.querySelectorAll('tbody td')];
  expect(cells).toHaveLength(50 * 50);
  const full = cells.filter((cell) => cell.childElementCount > 0);
  expect(full.map(({ textContent }) => textContent?.trim())).toEqual(['no 2 s', 'no 9 s']);
  expect(cells[1]).toHaveTextContent('yes 2 s');
  expect(await faults()).toEqual([]);
});

test('a node that is cut off says so first', async () => {
  await page.viewport(1200, 900);
  show(WITNESSES['cut off']);
  await expect.element(page.getByRole('alert')).toHaveTextContent(/5 of 6 lines are down at once/);
  await expect.element(page.getByRole('row', { name: /^Forge says nothing/ })).toBeVisible();
});

test('without any witness the panel says so', async () => {
  const own = WITNESSES['all well'];
  const { box } = show({
    ...own,
    statements: own.statements.filter(({ from }) => from === 'meridian'),
  });
  await expect.element(page.getByText(/^No other node says/)).toBeVisible();
  expect(box.querySelector('table')).toBeNull();
});

test('half of a line says what the platform says of this node, in words where that differs', async () => {
  const said = new Map([['forge', 'error']]);
  const { box } = mountPage(
    <main>
      <Topology self="Meridian" connections={CONNECTIONS} age="fresh" said={said} />
    </main>,
  );
  const [first] = CONNECTIONS;
  const node = page.getByRole('link', { name: new RegExp(first?.name ?? '') });
  await expect.element(node).toHaveTextContent('only from here');
  const [near, far] = box.querySelectorAll('line');
  expect([near, far].map((line) => line?.dataset.status)).toEqual([first?.status, 'error']);
});
