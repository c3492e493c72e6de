import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ExtraCall, SpecifiedCall } from '../doubles/any-answers.ts';
import type { AnyServer } from '../doubles/any-server.ts';
import { endWaits } from '../doubles/hand-time.ts';
import { FAILURES, MESSAGE, type Way } from './failures.ts';

/** One call failing in one way, on a page of somebody who is signed in. */

export const READ_MS = 15_000;
export const WRITE_MS = 30_000;

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Makes the call fail, does what sends it, and moves time on where no answer will come.
 *
 * @param send ends when every other call that it caused is answered, or moving time on would end those too
 */
export async function fail(
  server: AnyServer,
  page: Page,
  call: ExtraCall | SpecifiedCall,
  way: Way,
  limitMs: number,
  send: () => Promise<unknown>,
): Promise<void> {
  server.answers(call, FAILURES[way].reply);
  const before = server.asked(call).length;
  await send();
  await expect
    .poll(() => server.asked(call).length, { message: `${call}, ${way}` })
    .toBeGreaterThan(before);
  if (way === 'no answer in time') await endWaits(page, limitMs);
}

/** What a toast says of a write that failed so. */
export function wordsOf(way: Way): string {
  if (way === '4xx with a message') return MESSAGE;
  return way === 'no answer in time' ? 'No answer within 30 s' : FAILURES[way].detail;
}

/**
 * What a call that failed in each way comes to is one function for all (tests/worker/http.test.ts), and every way is shown at one
 * read and one write of the specification. At the others are a failure with the server's own words, and one with no answer at all.
 */
export const SOME_WAYS = ['4xx with a message', 'no answer in time'] as const satisfies Way[];
