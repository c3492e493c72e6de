import type { Page } from 'playwright-core';

/**
 * Notes every status that a row of the bundle table shows from now on, by the bundle's name, however short
 * a time it is shown.
 */
export async function watchStatuses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Map<string, string[]>();
    const note = (name: string, status: string) => {
      const statuses = seen.get(name) ?? [];
      if (statuses.at(-1) !== status) seen.set(name, [...statuses, status]);
    };
    const look = () => {
      for (const row of document.querySelectorAll('tbody tr')) {
        const [name] = /\S+\.zip/.exec(row.querySelector('th')?.textContent ?? '') ?? [];
        const status = row.querySelector('th + td')?.textContent;
        if (name && status) note(name, status.toLowerCase());
      }
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { seenStatuses: seen });
  });
}

/** @returns what the row of this bundle has shown since, each word once in a row */
export function statusesOf(page: Page, name: string): Promise<string[] | undefined> {
  return page.evaluate(
    (bundle) =>
      (window as unknown as { seenStatuses: Map<string, string[]> }).seenStatuses.get(bundle),
    name,
  );
}
