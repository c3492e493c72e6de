import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { largeMesh, meshHistory } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { markFirstPaint } from '../../device/first-paint.ts';
import { placesOf, Topology } from './topology.tsx';

test('places stand at both sides of the centre, clockwise from the top right', () => {
  const sides = placesOf(5).map(({ x, y }) => [x > 50 ? 'right' : 'left', Math.round(y)]);
  expect(sides).toEqual([
    ['right', 17],
    ['right', 50],
    ['right', 83],
    ['left', 75],
    ['left', 25],
  ]);
  expect(placesOf(0)).toEqual([]);
});

test.each(
  [1, 2, 6, 7, 12].flatMap((count) => [
    [count, 360],
    [count, 500],
  ]),
)('long names of %i platforms cover nothing on %i px', async (count, width) => {
  await page.viewport(width, 900);
  const { box } = mountPage(
    <main>
      <button type="button">above</button>
      <Topology self="Meridian" connections={largeMesh(count)} age="fresh" />
    </main>,
  );
  await expect.poll(() => box.querySelectorAll('figure li').length).toBe(count);
  // A pointer over a platform shows its whole name.
  await userEvent.hover(page.getByRole('button', { name: 'above' }));
  const parts = [...box.querySelectorAll('button, figure > p, figure li a')];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const covered = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  );
  expect(covered).toEqual([]);
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
});

test('from thirteen on the platforms are a grid, problems first, of bounded length', async () => {
  await page.viewport(500, 900);
  const show = (count: number) => (
    <main>
      <Topology self="Meridian" connections={largeMesh(count)} age="fresh" />
    </main>
  );
  const { box, draw } = mountPage(show(30));
  const items = page.getByRole('figure').getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(30);
  expect(items.elements().findIndex((item) => item.textContent.startsWith('Connected'))).toBe(3);
  expect(box.querySelector('line')).toBeNull();
  expect(await faults()).toEqual([]);
  draw(show(300));
  await expect.element(page.getByText('and 240 more')).toBeVisible();
  expect(items.elements()).toHaveLength(60);
});

test('platforms with groups are folded into them, the worst first, each with its state and uptime', async () => {
  markFirstPaint();
  await page.viewport(900, 900);
  const platforms = largeMesh(300).map((one, index) => ({
    ...one,
    name: `Platform ${index}`,
    ...(index >= 100 && { group: index < 200 ? 'Web' : 'Storage', status: 'connected' }),
    ...(index === 250 && { status: 'error' }),
  }));
  const history = known('meshHistory', meshHistory(platforms), 'fresh', { range: '90d' });
  const { box } = mountPage(
    <Seeded entries={history}>
      <main>
        <Topology self="Meridian" connections={platforms} age="fresh" />
      </main>
    </Seeded>,
  );
  const groups = page.getByRole('figure').getByRole('button');
  await expect.poll(() => groups.elements().length).toBe(3);
  expect(groups.elements().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^DownOthers100 · 10 down · [\d.]+% up in 90 d$/),
    expect.stringMatching(/^DownStorage100 · 1 down · [\d.]+% up in 90 d$/),
    expect.stringMatching(/^ConnectedWeb100 · [\d.]+% up in 90 d$/),
  ]);
  expect(box.querySelectorAll('figure a')).toHaveLength(5 + 1);
  expect(await faults()).toEqual([]);
  await userEvent.click(groups.nth(2));
  await expect.poll(() => box.querySelectorAll('figure a').length).toBe(5 + 1 + 100);
  await userEvent.click(groups.nth(2));
  await expect.poll(() => box.querySelectorAll('figure a').length).toBe(5 + 1);
});
