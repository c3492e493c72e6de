import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { CONNECTIONS, LONG_CONNECTIONS, NOW, WALL } from '../../../tests/ui/samples.ts';
import { problemsFirst } from '../../domain/verdict.ts';
import { WallAlarm, WallBoard, WallBody } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';

interface Facts {
  scale?: number;
  view?: 'overview' | 'mesh' | 'activity';
  connections?: readonly Connection[];
  alarm?: ReactNode;
  now?: number;
}

const wall = ({ scale = 1, view = 'overview', connections = CONNECTIONS, ...more }: Facts) => {
  const { alarm, now = NOW } = more;
  return (
    <WallBoard scale={scale} now={now} isStale={alarm !== undefined} isActive={false} alarm={alarm}>
      <WallHead {...WALL} connection={{ ...WALL.connection, lastMessageAt: now }} now={now} />
      <WallBody {...WALL} view={view} connections={connections} now={now} />
    </WallBoard>
  );
};

const REVOKED = (
  <>
    <WallPairing
      pairing={{ state: 'waiting', code: 'ABCD2345', expiresAt: NOW + 300_000 }}
      alone={false}
    />
    <WallAlarm {...WALL} status="refused" />
  </>
);

const MANY = Array.from({ length: 4 }, (_, i) =>
  CONNECTIONS.map((connection) => ({ ...connection, id: `${connection.id}-${i}` })),
).flat();

const SCREENS = [
  [1920, 1080],
  [1280, 800],
  [1080, 1920],
  [844, 390],
] as const;
const SCALES = [0.5, 1, 1.25, 1.5, 2, 3];

/** What stands, even by a pixel, where nobody sees it: past an edge of the screen. */
function outside(box: HTMLElement): string[] {
  const cut = '[aria-label="Recent activity"] *';
  return [...box.querySelectorAll<HTMLElement>('[data-wall] > main *')].flatMap((part) => {
    if (part.matches(cut)) return [];
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const isInside = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    return isInside ? [] : [`${part.localName} ${part.textContent}: ${right} x ${bottom}`];
  });
}

/** Resolves after the resize event, which is dispatched before the first frame of the new size. */
async function resizeWindow(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height]);
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}

/** Observers of what changed are called at the end of the task that changed it, so nobody sees what is between. */
const beforeItIsPainted = () => Promise.resolve();

const typeOf = (box: HTMLElement) =>
  Number.parseFloat(getComputedStyle(box.querySelector('h2') as Element).fontSize);
const names = (box: HTMLElement) =>
  [...box.querySelectorAll('h2, [aria-label=Platforms] li > span + span')].map(
    (name) => name.textContent,
  );

test.each(SCREENS)(
  'at %d x %d every platform is on the screen, problems first, at every scale and in every view',
  async (width, height) => {
    await resizeWindow(width, height);
    const { box, draw } = mount(null);
    for (const scale of SCALES) {
      for (const facts of [
        { view: 'overview' },
        { view: 'mesh' },
        { alarm: REVOKED },
        { connections: LONG_CONNECTIONS },
        { connections: MANY },
      ] as const) {
        draw(wall({ scale, ...facts }));
        await beforeItIsPainted();
        const { connections = CONNECTIONS } = facts as Facts;
        expect(names(box)).toEqual(problemsFirst(connections).map(({ name }) => name));
        expect(outside(box), `at ${scale}: ${JSON.stringify(facts).slice(0, 40)}`).toEqual([]);
      }
    }
  },
);

test('what happened last has its room at every scale', async () => {
  await resizeWindow(1920, 1080);
  const { box, draw } = mount(null);
  for (const scale of SCALES) {
    draw(wall({ scale, view: 'activity' }));
    await beforeItIsPainted();
    expect(outside(box)).toEqual([]);
    const first = box.querySelector('[aria-label="Recent activity"] li')?.getBoundingClientRect();
    expect(first?.bottom).toBeLessThan(1080);
  }
});

test('a larger scale is larger as long as everything fits, and never smaller', async () => {
  await resizeWindow(1920, 1080);
  const { box, draw } = mount(wall({ scale: 0.5 }));
  const sizes = SCALES.map((scale) => {
    draw(wall({ scale }));
    return typeOf(box);
  });
  expect(sizes[0]).toBeCloseTo(24, 0);
  expect(sizes[1]).toBeCloseTo(48, 0);
  expect(sizes[2]).toBeGreaterThan(50);
  for (const size of sizes.slice(3))
    expect(Math.abs(size / (sizes[2] ?? 0) - 1)).toBeLessThan(0.04);
});

test('it fits again when the window becomes smaller, and grows with it', async () => {
  await resizeWindow(1920, 1080);
  const { box } = mount(wall({ scale: 2 }));
  const before = typeOf(box);
  await resizeWindow(1280, 500);
  await expect.poll(() => typeOf(box)).toBeLessThan(before);
  expect(outside(box)).toEqual([]);
  await resizeWindow(1920, 1080);
  await expect.poll(() => typeOf(box)).toBe(before);
});

test('it fits when platforms or a code come, and is as large as before when they go', async () => {
  await resizeWindow(1920, 1080);
  const { box, draw } = mount(wall({}));
  const before = typeOf(box);
  for (const facts of [{ connections: MANY }, { alarm: REVOKED }]) {
    draw(wall(facts));
    await expect.poll(() => outside(box)).toEqual([]);
    expect(typeOf(box)).toBeLessThan(before);
    draw(wall({}));
    await expect.poll(() => typeOf(box)).toBe(before);
  }
});

test('names that become longer make everything smaller', async () => {
  await resizeWindow(1280, 800);
  const { box, draw } = mount(wall({}));
  const before = typeOf(box);
  draw(wall({ connections: LONG_CONNECTIONS }));
  await beforeItIsPainted();
  expect(outside(box)).toEqual([]);
  expect(typeOf(box)).toBeLessThan(before);
});

test('the clock and the ages that go on do not have it measured anew', async () => {
  await resizeWindow(1920, 1080);
  // Ages of two digits, which stay as long as they are.
  const then = NOW + 20_000;
  const { box, draw } = mount(wall({ scale: 2, now: then }));
  const written: MutationRecord[] = [];
  const seen = new MutationObserver((records) => written.push(...records));
  seen.observe(box.querySelector('[data-wall]') as Element, { attributeFilter: ['style'] });
  for (let second = 1; second < 5; second += 1) {
    draw(wall({ scale: 2, now: then + second * 1000 }));
    await new Promise(requestAnimationFrame);
  }
  seen.disconnect();
  expect(written).toEqual([]);
});
