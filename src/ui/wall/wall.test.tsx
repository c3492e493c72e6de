import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../testing/mount.tsx';
import { activities, CONNECTIONS, NOW } from '../testing/samples.ts';
import { driftAt } from './drift.ts';
import { problemsFirst } from './problems-first.ts';
import { WallAlarm } from './wall-alarm.tsx';
import { WallBar } from './wall-bar.tsx';
import { WallBoard } from './wall-board.tsx';
import { WallBody } from './wall-body.tsx';
import { WallHead } from './wall-head.tsx';
import { agoText } from './wall-times.ts';

const MINUTE_MS = 60_000;

function wall(blind = false) {
  return (
    <WallBoard scale={1} now={NOW} blind={blind} attended={false}>
      <WallHead product="Meridian" meshConnections={6} link="live" heardAt={NOW} now={NOW} />
      <WallBody view="overview" connections={CONNECTIONS} rows={activities(200)} now={NOW} />
    </WallBoard>
  );
}

test('platforms in error stand first, then those with a warning, then what is not known, then the rest', () => {
  const statuses = ['connected', 'warning', 'toString', 'error', 'connected', 'error'];
  const list = statuses.map((status, i) => ({
    ...CONNECTIONS[0],
    id: String(i),
    name: '',
    domain: '',
    latencyMs: 1,
    lastSeen: 1,
    status,
  }));
  expect(problemsFirst(list).map(({ id }) => id)).toEqual(['3', '5', '1', '2', '0', '4']);
});

test('the picture moves by single pixels, a little each few minutes, and comes back', () => {
  const places = Array.from({ length: 34 * 55 + 1 }, (_, minute) => {
    const [x = 0, y = 0] =
      driftAt(minute * MINUTE_MS)
        .match(/-?\d+/g)
        ?.map(Number) ?? [];
    return { x, y };
  });
  expect(places[34 * 55]).toEqual(places[0]);
  expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(6);
  for (const [i, { x, y }] of places.slice(1).entries()) {
    expect(Math.abs(x - (places[i]?.x ?? 0))).toBeLessThanOrEqual(2);
    expect(Math.abs(y - (places[i]?.y ?? 0))).toBeLessThanOrEqual(2);
  }
  expect(driftAt(MINUTE_MS)).toBe(driftAt(MINUTE_MS + 59_999));
});

test('the picture stands where the moment wants it, and what lies over it does not move', () => {
  const at = (now: number) => (
    <WallBoard scale={1} now={now} blind={false} attended={false} over={<output>over</output>}>
      <p>picture</p>
    </WallBoard>
  );
  const { box, draw } = mount(at(0));
  const places = () =>
    [...box.querySelectorAll('p, output')].map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return { x, y };
    });
  const [picture = { x: 0, y: 0 }, over] = places();
  draw(at(9 * MINUTE_MS));
  expect(driftAt(9 * MINUTE_MS)).toBe('translate(6px, 5px)');
  expect(places()).toEqual([{ x: picture.x + 6, y: picture.y + 5 }, over]);
});

test.each([
  [0, 'less than a minute ago'],
  [-5000, 'less than a minute ago'],
  [MINUTE_MS, '1 minute ago'],
  [3 * MINUTE_MS, '3 minutes ago'],
  [60 * MINUTE_MS, '1 hour ago'],
  [49 * 60 * MINUTE_MS, '2 days ago'],
])('%d ms of blindness read: %s', (age, text) => {
  expect(agoText(NOW - age, NOW)).toBe(text);
});

test('a blind wall says since when, and keeps what it knew', async () => {
  mount(
    <>
      <WallAlarm since={NOW - 3 * MINUTE_MS} now={NOW} />
      {wall(true)}
    </>,
  );
  await expect.element(page.getByText(/^No answer since \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByText(/, 3 minutes ago/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
});

test.each([
  [1920, 1080],
  [3840, 2160],
])(
  'at %d x %d the whole mesh is on the screen, and its type is as large as the screen wants',
  async (width, height) => {
    await page.viewport(width, height);
    const { box } = mount(wall());
    const names = [...box.querySelectorAll('h2')];
    expect(names).toHaveLength(CONNECTIONS.length);
    for (const name of names) {
      expect(name.getBoundingClientRect().bottom).toBeLessThan(height);
      expect(Number.parseFloat(getComputedStyle(name).fontSize) / width).toBeCloseTo(0.025, 3);
    }
    expect(box.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('rows that no screen has room for are not drawn', () => {
  const { box } = mount(wall());
  expect(box.querySelectorAll('[data-tone] p').length).toBeLessThan(100);
});

test('the bar says what keeps the screen from staying awake, and what is chosen', async () => {
  const done: string[] = [];
  mount(
    <WallBar
      name="Hall"
      version="0.1.0"
      scale={0.5}
      views={{ chosen: 'mesh', all: ['overview', 'mesh'], onChoose: (view) => done.push(view) }}
      themes={{ chosen: 'dark', all: ['dark', 'light'], onChoose: (theme) => done.push(theme) }}
      awake={{ on: false, problem: 'Over plain HTTP it cannot be.', onToggle: undefined }}
      onSmaller={undefined}
      onLarger={() => done.push('larger')}
      onExit={() => done.push('exit')}
    />,
  );
  await expect.element(page.getByText('Over plain HTTP it cannot be.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Keep this screen awake' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Smaller' })).toBeDisabled();
  const mesh = page.getByRole('button', { name: 'Mesh' });
  await expect.element(mesh).toHaveAttribute('aria-pressed', 'true');
  for (const name of ['Overview', 'Light', 'Larger', 'Exit wall'])
    await userEvent.click(page.getByRole('button', { name }));
  expect(done).toEqual(['overview', 'light', 'larger', 'exit']);
});
