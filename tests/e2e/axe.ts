import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @returns what axe finds on a page that follows the browser's scheme, in both of them, a line each */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations, passes } = await axe.run(document);
      if (passes.length === 0) return ['axe looked at nothing'];
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}
