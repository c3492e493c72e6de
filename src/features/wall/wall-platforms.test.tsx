import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { meshVerdict } from '../../domain/verdict.ts';
import { DRILL, INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { WINDOW } from '../../ui/testing/platform-samples.ts';
import { CONNECTIONS, largeMesh, NOW, WALL } from '../../ui/testing/samples.ts';
import { known, Seeded } from '../../ui/testing/seed.tsx';
import { useWall } from './use-wall.ts';
import { WallBoard, WallBody } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPlatforms, type WallPlatformsProps } from './wall-platforms.tsx';

function draw(more: Partial<WallPlatformsProps>) {
  mount(<WallPlatforms connections={CONNECTIONS} history={undefined} now={NOW} {...more} />);
}
const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('says who is on a platform that is down, beside since when', async () => {
  draw({ incidents: [{ ...INCIDENT, acknowledgement: TAKEN.acknowledgement }] });
  await expect.element(tile('Archive')).toHaveTextContent(/Down.*ada is on it/);
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

test('shows a platform in a drill as down since the drill began, marked and after what is really down', async () => {
  draw({ incidents: [DRILL] });
  await expect.element(tile('Forge')).toHaveTextContent(/DownDRILLsince/);
  await expect.element(tile('Forge').getByText('DRILL')).toBeVisible();
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('Forge');
  expect(await faults()).toEqual([]);
});

test('the count agrees with the tiles in a drill', async () => {
  const verdict = meshVerdict(CONNECTIONS, 'fresh', [DRILL]);
  mount(<WallHead {...WALL} verdict={verdict} />);
  await expect.element(page.getByText('5/7')).toBeVisible();
  await expect.element(page.getByText('2 down, 1 slow')).toBeVisible();
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

test.each([1, 2, 5, 6, 12])('%i platforms fill the width of the wall', async (count) => {
  await page.viewport(1920, 1080);
  const { box } = mount(
    <WallBoard scale={1} now={NOW} isStale={false} isActive={false}>
      <WallHead {...WALL} />
      <WallBody {...WALL} view="mesh" connections={largeMesh(count)} />
    </WallBoard>,
  );
  const tiles = [...box.querySelectorAll('[aria-label=Platforms] li')];
  const boxes = tiles.map((one) => one.getBoundingClientRect());
  expect(boxes).toHaveLength(count);
  const { right, bottom } =
    box.querySelector('[aria-label=Platforms]')?.getBoundingClientRect() ?? {};
  for (const top of new Set(boxes.map((one) => one.top)))
    expect(Math.max(...boxes.filter((one) => one.top === top).map((one) => one.right))).toBeCloseTo(
      right ?? 0,
      0,
    );
  expect(Math.max(...boxes.map((one) => one.bottom))).toBeCloseTo(bottom ?? 0, 0);
});

test('of many platforms the problems have tiles, the others marks with names and counts', async () => {
  draw({ connections: largeMesh(30) });
  expect(page.getByRole('heading').elements()).toHaveLength(3);
  await expect.element(page.getByText('27 Connected')).toBeVisible();
  await expect.element(page.getByText('Copy 28')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('of hundreds the others have marks alone', async () => {
  draw({ connections: largeMesh(300) });
  await expect.element(page.getByText('270 Connected')).toBeVisible();
  await expect.element(page.getByText('21 Down')).toBeVisible();
  await expect.element(page.getByText('Copy 298')).not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
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
