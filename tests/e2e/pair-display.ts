import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Operator } from './operator.ts';

const WAIT = { timeout: 90_000 };

/** @returns the pairing code on the screen */
export async function codeOn(page: Page): Promise<string> {
  const code = page.getByRole('region', { name: 'Pairing' }).getByText(/^[2-9A-Z]{8}$/);
  await code.waitFor(WAIT);
  return (await code.textContent()) ?? '';
}

/** Approves the screen that shows this code. */
export async function approve(operator: Operator, code: string, name: string): Promise<void> {
  const answer = await operator.call('/api/displays', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name }),
  });
  expect(answer.ok).toBe(true);
}
