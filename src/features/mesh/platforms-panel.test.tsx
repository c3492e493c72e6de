import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, largeMesh, meshHistory, NOW, READINGS } from '../../../tests/ui/samples.ts';
import { markFirstPaint } from '../../device/first-paint.ts';
import { PlatformsPanel } from './platforms-panel.tsx';

type Props = Parameters<typeof PlatformsPanel>[0];

function draw(more: Partial<Props> = {}) {
  return mountPage(
    <PlatformsPanel
      connections={{ ...READINGS.fresh, data: CONNECTIONS }}
      history={{ ...READINGS.fresh, data: meshHistory(CONNECTIONS) }}
      range="1h"
      onRange={vi.fn()}
      now={NOW}
      {...more}
    />,
  );
}

test('more than twelve platforms with groups are folded into them', async () => {
  markFirstPaint();
  const platforms = largeMesh(30).map((one, index) => ({
    ...{ ...one, name: `Platform ${index}`, group: index < 15 ? 'Web' : 'Storage' },
    status: index === 20 ? 'warning' : 'connected',
  }));
  await page.viewport(1200, 800);
  draw({
    connections: { ...READINGS.fresh, data: platforms },
    history: { ...READINGS.fresh, data: meshHistory(platforms) },
  });
  const groups = panel().getByRole('list').getByRole('button');
  await expect.poll(() => groups.elements().length).toBe(2);
  await expect.element(groups.nth(0)).toHaveTextContent('SlowStorage15 · 1 slow');
  expect(panel().getByRole('link').elements()).toHaveLength(1);
  await userEvent.click(groups.nth(1));
  await expect.poll(() => panel().getByRole('link').elements().length).toBe(1 + 15);
  expect(await faults()).toEqual([]);
});

test('of many platforms without groups the first twelve are shown, the worst first', async () => {
  const platforms = largeMesh(60).map((one, index) => ({
    ...{ ...one, name: `Platform ${index}` },
    status: index === 40 ? 'error' : 'connected',
  }));
  const history = meshHistory(platforms);
  draw({
    connections: { ...READINGS.fresh, data: platforms },
    history: { ...READINGS.fresh, data: { ...history, slotMs: 6 * history.slotMs } },
  });
  const links = panel().getByRole('link');
  await expect.element(links.first()).toHaveTextContent('Platform 40');
  expect(links.elements()).toHaveLength(12);
  await expect.element(panel()).toHaveTextContent('one bar is 6 min');
  await userEvent.click(page.getByRole('button', { name: 'Show 48 more' }));
  await expect.poll(() => links.elements().length).toBe(60);
});

const panel = () => page.getByRole('region', { name: 'Platform availability' });
const row = (name: string) => panel().getByRole('listitem').filter({ hasText: name });

test.each([1200, 360])(
  'at %i px a platform has state, since when, and availability',
  async (width) => {
    await page.viewport(width, 800);
    draw();
    await expect.element(row('Archive')).toHaveTextContent(/Down55 min/);
    await expect.element(row('Ledger')).toHaveTextContent('Slow');
    await expect
      .element(
        page.getByRole('img', { name: /^Archive, last hour: 6\d\.\d% available; down 19 min/ }),
      )
      .toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test.each([1200, 800, 360])(
  'at %i px the bars of all platforms have one time axis',
  async (width) => {
    await page.viewport(width, 800);
    draw();
    const bars = panel().getByRole('img', { name: /, last hour: / });
    await expect.poll(() => bars.elements().length).toBe(CONNECTIONS.length);
    const spans = bars.elements().map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${left} to ${right}`;
    });
    expect(new Set(spans).size).toBe(1);
    const [first] = panel().element().querySelectorAll('[class*=axis]');
    const { left, right } = first?.getBoundingClientRect() ?? {};
    expect(`${left} to ${right}`).toBe(spans[0]);
    expect(first?.textContent).toMatch(/^(\d\d:\d\d){3,}now$/);
  },
);

test('problems come first', async () => {
  draw();
  await expect.element(panel().getByRole('link').first()).toBeVisible();
  const names = panel()
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Archive', 'Ledger', 'Forge', 'Harbor', 'Signal', 'Sentinel']);
});

test('names time that was not measured, and does not count it', async () => {
  draw();
  const bars = page.getByRole('img', { name: /^Signal, last hour/ });
  await expect.element(bars).toHaveAccessibleName(/99\.7% available.*not measured 2 min/);
});

test('a row leads to its platform', async () => {
  const place = draw();
  await userEvent.click(page.getByRole('link', { name: 'Archive' }));
  await expect.poll(place.path).toBe('/mesh-network/archive');
});

test('the range can be chosen', async () => {
  const onRange = vi.fn();
  draw({ onRange });
  await userEvent.click(page.getByText('7 d', { exact: true }));
  expect(onRange).toHaveBeenCalledWith('7d');
});

test('pointing at a bar shows its time and state, and marks that time in every row', async () => {
  await page.viewport(1200, 800);
  draw();
  const bars = page.getByRole('img', { name: /^Signal, last hour/ });
  await userEvent.hover(bars);
  await expect.element(panel().getByText(/\d\d:\d\d · Signal: .*, \d+ ms$/)).toBeVisible();
  const other = page.getByRole('img', { name: /^Latency of Forge/ }).element().parentElement;
  const marked = () => Number.parseFloat(getComputedStyle(other as Element, '::after').left);
  const { width = 0 } = other?.getBoundingClientRect() ?? {};
  expect(Math.abs(marked() / width - 0.5)).toBeLessThan(0.02);
  await userEvent.unhover(bars);
  await expect.poll(marked).toBeLessThan(0);
});

test('bars begin with the first measurement', async () => {
  const history = meshHistory(CONNECTIONS);
  const none = { up: 0, late: 0, down: 0, notMeasured: 60_000, latencyMs: null };
  const platforms = history.platforms.map((one) => ({
    ...one,
    slots: one.slots.map((slot, index) => (index < 48 ? none : slot)),
  }));
  draw({ history: { ...READINGS.fresh, data: { ...history, platforms } } });
  const bars = page.getByRole('img', { name: /^Forge, last hour/ });
  await expect.element(bars).toHaveAttribute('viewBox', '0 0 120 30');
  await expect.element(row('Forge')).toHaveTextContent('of 12 min measured');
});

test('without fresh proof no status has a colour, and an old one claims nothing', async () => {
  draw({ connections: { ...READINGS.unknown, data: CONNECTIONS } });
  await expect.element(panel().getByText('Unknown').first()).toBeVisible();
  expect(panel().getByText('Connected').elements()).toEqual([]);
  await expect.element(panel().getByText(/UNKNOWN now/)).toBeVisible();
});

test('a server without history shows the last latency, and none of what does not answer', async () => {
  await page.viewport(1200, 800);
  const data = CONNECTIONS.map((one) => ({ ...one, latencyMs: 16 }));
  draw({ connections: { ...READINGS.fresh, data }, history: null });
  await expect.element(row('Forge')).toHaveTextContent('16 ms');
  await expect.element(row('Archive')).toHaveTextContent('—');
  await expect.element(row('Archive')).not.toHaveTextContent('16 ms');
  expect(panel().getByRole('img').elements()).toEqual([]);
});

test('says so when there are no platforms, and when they cannot be read', async () => {
  draw({ connections: { ...READINGS.fresh, data: [] } });
  await expect.element(panel().getByText('No platforms yet')).toBeVisible();
});

test('says so when nothing could be read', async () => {
  draw({ connections: { ...READINGS.failed, data: undefined } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be read');
});
