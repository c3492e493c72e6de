import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { stories as account } from '../../src/features/account/account.stories.tsx';
import { stories as logs } from '../../src/features/activity/logs-screen.stories.tsx';
import { stories as audit } from '../../src/features/audit/audit.stories.tsx';
import { stories as away } from '../../src/features/dashboard/away-panel.stories.tsx';
import { stories as verdict } from '../../src/features/dashboard/verdict-band.stories.tsx';
import { stories as handover } from '../../src/features/handover/handover.stories.tsx';
import { stories as problems } from '../../src/features/incidents/problem-list.stories.tsx';
import { stories as maintenance } from '../../src/features/maintenance/maintenance.stories.tsx';
import { stories as connections } from '../../src/features/mesh/connections.stories.tsx';
import { stories as witnesses } from '../../src/features/mesh/witness-panel.stories.tsx';
import { stories as people } from '../../src/features/people/people.stories.tsx';
import { stories as shell } from '../../src/features/shell/shell.stories.tsx';
import { stories as heartbeat } from '../../src/features/watchdog/heartbeat.stories.tsx';
import { stories as watchdog } from '../../src/features/watchdog/watchdog.stories.tsx';
import { mountPage } from '../ui/mount-page.tsx';

/** A phone whose text is twice as large. */

beforeEach(async () => {
  await page.viewport(390, 844);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
});

const PX = 1;
/** What a line may end with; an address or a path is no word. */
const WORD_ENDS = /[\s\-–@/.:]+/;

interface SeenText {
  readonly text: string;
  /** Where its lines stand. */
  readonly lines: readonly DOMRect[];
  /** What cuts it off. */
  readonly clips: readonly DOMRect[];
}

/** @returns the texts of a box that can be seen, not those for screen readers alone */
function textsOf(box: Element): SeenText[] {
  const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const found: SeenText[] = [];
  while (nodes.nextNode()) {
    const { data, parentElement: parent } = nodes.currentNode as Text;
    if (!data.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(nodes.currentNode);
    const lines = [...range.getClientRects()].filter(({ width }) => width > PX);
    const clips = clipsOf(parent);
    if (clips.every(({ width }) => width > PX)) found.push({ text: data.trim(), lines, clips });
  }
  return found;
}

/** @returns what is cut, broken within a word or over another text, a line each */
function unreadable(box: Element): string[] {
  const texts = textsOf(box);
  return texts.flatMap((one, place) => [
    ...(one.lines.length > one.text.split(WORD_ENDS).length ? [`broken: ${one.text}`] : []),
    ...(isCut(one) ? [`cut: ${one.text}`] : []),
    ...texts
      .slice(0, place)
      .filter((other) => one.lines.some((line) => other.lines.some((at) => isOver(line, at))))
      .map((other) => `over another: ${one.text}, ${other.text}`),
  ]);
}

const isCut = ({ lines, clips }: SeenText) =>
  lines.some((line) =>
    clips.some(({ left, right }) => line.left < left - PX || line.right > right + PX),
  );

/** @returns the boxes that cut off what stands in them, the window too */
function clipsOf(element: Element): DOMRect[] {
  const clips = [new DOMRect(0, 0, innerWidth, Number.MAX_SAFE_INTEGER)];
  for (let box: Element | null = element; box; box = box.parentElement) {
    // What scrolls hides nothing for good.
    if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return clips.slice(1);
    if (getComputedStyle(box).overflowX !== 'visible') clips.push(box.getBoundingClientRect());
  }
  return clips;
}

/** A line is higher than its letters, so lines may touch. */
function isOver(one: DOMRect, other: DOMRect): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > PX && height > Math.min(one.height, other.height) / 3;
}

test('header and bar have room for their words, or marks with names for screen readers', async () => {
  mountPage(shell.stories.fresh?.());
  const bar = page.getByRole('navigation', { name: 'Screens' });
  await expect.element(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(unreadable(bar.element())).toEqual([]);
  expect(unreadable(page.getByRole('banner').element())).toEqual([]);
  const marks = [...bar.element().querySelectorAll('svg')].map((mark) =>
    mark.getBoundingClientRect(),
  );
  expect(marks).toHaveLength(4);
  for (const { left, right } of marks) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
  }
});

test.each(['of every kind', 'one of nobody', 'calm', 'last known, one waits to be sent'])(
  'the verdict can be read: %s',
  async (name) => {
    mountPage(verdict.stories[name]?.());
    const band = page.getByRole('region', { name: 'Verdict' });
    await expect.element(band.getByRole('heading', { level: 2 })).toBeVisible();
    expect(unreadable(band.element())).toEqual([]);
  },
);

test('a problem can be read: its name, its cause, its time and its button', async () => {
  const { box } = mountPage(problems.stories['every state']?.());
  await expect.element(page.getByRole('button', { name: /^I am on it: Mail relay/ })).toBeVisible();
  expect(unreadable(box)).toEqual([]);
});

test('what happened while nobody looked can be read, in whole words', async () => {
  const { box } = mountPage(away.stories['some events']?.());
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.element(page.getByText('Archive', { exact: true })).toBeVisible();
  expect(unreadable(box)).toEqual([]);
});

/** With the story and something that it says. */
const SCREENS = [
  [logs, 'some rows', 'Event 10'],
  [handover, 'full', 'ada'],
  [maintenance, 'now, ahead and past', 'New disks.'],
  [people, 'full', 'katherine'],
  [audit, 'each kind of actor', 'ada'],
  [account, 'full', 'Chrome on Linux'],
  [witnesses, 'a line is cut', 'Forge'],
  [connections, 'every status', 'Archive'],
  [watchdog, 'heartbeats by platform', 'Archive'],
  [heartbeat, 'mesh health', 'Uptime'],
] as const;

test.each(SCREENS.map(([set, ...said]) => [set.title, set, ...said] as const))(
  '%s can be read',
  async (_, { stories }, name, text) => {
    const { box } = mountPage(stories[name]?.());
    await expect.element(page.getByText(text).first()).toBeInTheDocument();
    expect(unreadable(box)).toEqual([]);
  },
);
