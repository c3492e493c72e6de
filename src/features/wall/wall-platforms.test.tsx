import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DRILL, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { WINDOW } from '../../../tests/ui/platform-samples.ts';
import { CONNECTIONS, largeMesh, NOW, WALL } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { meshVerdict } from '../../domain/verdict.ts';
import { useWall } from './use-wall.ts';
import { WallBoard, WallBody } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPlatforms, type WallPlatformsProps } from './wall-platforms.tsx';

function draw(more: Partial<WallPlatformsProps>) {
  mount(<WallPlatforms connections={CONNECTIONS} history={undefined} now={NOW} {...more} />);
}
const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('says why a platform is down, how long, and who is on it', async () => {
  draw({ incidents: [{ ...INCIDENT, acknowledgement: TAKEN.acknowledgement }] });
  await expect.element(tile('Archive')).toHaveTextContent(/Down no answer12 minada is on it/);
  expect(page.getByText('is on it').elements()).toHaveLength(1);
});

test('bars begin with the first measurement of any platform', async () => {
  const blank = { up: 0, late: 0, down: 0, notMeasured: 0, latencyMs: null };
  const slots = [blank, blank, { ...blank, notMeasured: 1 }, { ...blank, up: 1 }];
  const platforms = [{ platform: 'forge', slots, medianMs: null, p95Ms: null }];
  draw({ history: { from: 0, to: 4, slotMs: 1, platforms } });
  const bars = page.getByRole('img', { name: /^Forge, last 24 hours/ });
  await expect.element(bars).toHaveAttribute('viewBox', '0 0 10 30');
});

test('shows a platform in a drill as down since the drill began, marked and in the order of problems', async () => {
  draw({ incidents: [DRILL] });
  await expect.element(tile('Forge')).toHaveTextContent(/DRILL Down12 minNobody is on it/);
  await expect.element(tile('Forge').getByText('DRILL Down')).toBeVisible();
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('Forge');
  expect(await faults()).toEqual([]);
});

test('the count agrees with the tiles in a drill', async () => {
  const verdict = meshVerdict(CONNECTIONS, 'fresh', [DRILL]);
  mount(<WallHead {...WALL} verdict={verdict} />);
  await expect.element(page.getByText('2 down', { exact: true })).toBeVisible();
  await expect.element(page.getByText('5/7')).toBeVisible();
  await expect.element(page.getByText('1 slow', { exact: true })).toBeVisible();
});

/** Forge and Archive, of which one is down, are Shops. */
const GROUPED = CONNECTIONS.map((one) =>
  ['forge', 'archive'].includes(one.id) ? { ...one, group: 'Shops' } : one,
);
const row = (id: number, message: string, platform?: string) => ({
  ...{ id, message, severity: 'success', createdAt: new Date(NOW).toISOString(), platform },
});

function WallOf({ group }: { group: string }) {
  const wall = useWall(group);
  return (
    <>
      <WallHead {...wall} />
      <WallBody {...wall} view="overview" />
    </>
  );
}

test('a wall of a group has its platforms alone, with their verdict and activity', async () => {
  const activity = [row(3, 'Forge answers', 'forge'), row(2, 'Ledger answers', 'ledger')];
  const entries = [
    ...known('connections', GROUPED),
    ...known('activity', [...activity, row(1, 'Ada signed in')]),
  ];
  const of = (group: string) => (
    <Seeded entries={entries}>
      <WallOf group={group} />
    </Seeded>
  );
  const { draw: again } = mount(of('Shops'));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/Shops$/);
  await expect.element(page.getByText('1/2')).toBeVisible();
  await expect.element(page.getByText('1 down', { exact: true })).toBeVisible();
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(2);
  await expect.element(page.getByText('Forge answers')).toBeVisible();
  await expect.element(page.getByText(/Ledger answers|signed in/)).not.toBeInTheDocument();
  again(of('Nowhere'));
  await expect.element(page.getByText('This group has no platforms')).toBeVisible();
});

const boxesOf = (box: Element, tiles: string) =>
  [...box.querySelectorAll(tiles)].map((one) => one.getBoundingClientRect());

const board = (props: Partial<WallPlatformsProps>) =>
  mount(
    <WallBoard scale={1} now={NOW} isStale={false} isActive={false}>
      <WallHead {...WALL} />
      <WallBody {...WALL} view="mesh" {...props} />
    </WallBoard>,
  ).box;

test.each([1, 2, 4, 5, 6, 12])(
  '%i platforms have tiles of one size that fill the wall',
  async (count) => {
    await page.viewport(1920, 1080);
    const box = board({ connections: largeMesh(count) });
    const boxes = boxesOf(box, '[aria-label=Platforms] li');
    expect(boxes).toHaveLength(count);
    const { right, bottom } =
      box.querySelector('[aria-label=Platforms]')?.getBoundingClientRect() ?? {};
    const spread = (sizes: number[]) => Math.max(...sizes) - Math.min(...sizes);
    expect(spread(boxes.map(({ width }) => width))).toBeLessThan(1);
    expect(spread(boxes.map(({ height }) => height))).toBeLessThan(1);
    expect(Math.max(...boxes.map((one) => one.right))).toBeCloseTo(right ?? 0, 0);
    expect(Math.max(...boxes.map((one) => one.bottom))).toBeCloseTo(bottom ?? 0, 0);
  },
);

test('of many platforms the problems have tiles, the others marks with names', async () => {
  draw({ connections: largeMesh(30) });
  expect(page.getByRole('heading').elements()).toHaveLength(3);
  await expect.element(page.getByText('Copy 28')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('of hundreds every platform is a dot of its group, and what has no tile is counted', async () => {
  const groups = ['Shops', 'Offices', undefined];
  const connections = largeMesh(300).map((one, at) => ({ ...one, group: groups[at % 3] }));
  draw({ connections });
  await expect.element(page.getByText('22 more down')).toBeVisible();
  expect(page.getByRole('heading').elements()).toHaveLength(8);
  await expect.element(tile('Shops')).toHaveTextContent('Shops10010 down');
  expect(tile('Others').element().querySelectorAll('svg')).toHaveLength(100);
  expect(await faults()).toEqual([]);
});

test.each([
  [1920, 1080],
  [1080, 1920],
])('at %d x %d what is down has no smaller tile than what is slow', async (width, height) => {
  await page.viewport(width, height);
  const connections = largeMesh(300).map((one, at) =>
    at % 100 === 0 ? { ...one, status: 'warning' } : { ...one, name: at === 9 ? 'A' : one.name },
  );
  const ofNine = { ...INCIDENT, platform: 'm9' };
  for (const incidents of [undefined, [ofNine]]) {
    const box = board({ connections, incidents });
    const down = boxesOf(box, 'li[data-status=error]:has(h2)');
    const slow = boxesOf(box, 'li[data-status=warning]:has(h2)');
    expect([down.length, slow.length]).toEqual([8, 3]);
    for (const side of ['width', 'height'] as const)
      expect(Math.min(...down.map((one) => one[side]))).toBeGreaterThanOrEqual(
        Math.max(...slow.map((one) => one[side])) - 1,
      );
    expect(box.querySelector('main')?.offsetHeight).toBeLessThanOrEqual(height);
  }
});

test('a platform that is up says until when its maintenance goes on', async () => {
  draw({ maintenance: [{ ...WINDOW, platforms: ['harbor'] }] });
  await expect.element(tile('Harbor')).toHaveTextContent(/Connected.*maintenance until \d\d:\d\d$/);
});

test('a drill whose end has passed is over', async () => {
  draw({ incidents: [{ ...DRILL, drillUntil: NOW }] });
  await expect.element(tile('Forge')).toHaveTextContent('Connected');
});

test('shows a platform that is down in maintenance as planned, with its end', async () => {
  draw({
    incidents: [{ ...INCIDENT, planned: true }],
    maintenance: [{ ...WINDOW, platforms: ['archive'] }],
  });
  await expect.element(tile('Archive')).toHaveTextContent(/^ArchiveMaintenance until \d\d:\d\d$/);
  await expect.element(page.getByText('Down')).not.toBeInTheDocument();
});
