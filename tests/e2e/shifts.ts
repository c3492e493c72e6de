import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isRead } from './screens.ts';

const SHIFT_MAX = 0.02;

/** Holds the answers of all reads back. @returns the function that releases them */
async function holdReads(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

interface Shifts {
  score: number;
  /** What moved, by its markup. */
  moved: string[];
}

/** Adds up every layout shift from the first moment on. */
async function countShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const seen: Shifts = { score: 0, moved: [] };
    Object.assign(window, { seenShifts: seen });
    type Shift = PerformanceEntry & { value: number; sources: readonly { node?: Element }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        seen.score += value;
        seen.moved.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<Shifts>((resolve) => {
          const { seenShifts } = window as unknown as { seenShifts: Shifts };
          // The observer receives the shifts of a frame after that frame.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(seenShifts)));
        }),
    );
}

/** Opens a screen whose data comes late. @throws when something jumps meanwhile */
export async function expectNoShift(page: Page, url: string, isPublic: boolean): Promise<void> {
  const release = await holdReads(page);
  const shifts = await countShifts(page);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (!isPublic) await page.locator('[aria-busy=true]:visible').first().waitFor();
  release();
  await isRead(page);
  const { score, moved } = await shifts();
  expect(score, moved.join('\n')).toBeLessThan(SHIFT_MAX);
}
