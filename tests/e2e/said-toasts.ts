import type { Page } from 'playwright-core';

interface Noting {
  saidToasts: Set<string>;
}

/** Notes what every toast says from now on, however short a time it is shown: an alert may take its place at any moment. */
export function noteToasts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { saidToasts: said } satisfies Noting);
    const look = () => {
      const text = document.querySelector('[aria-label="Notifications (F8)"]')?.textContent;
      if (text) said.add(text);
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

/** Waits until a toast has said it since the page was loaded, or since it was last asked for. */
export async function toastSaid(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { saidToasts } = window as unknown as Noting;
    const found = [...saidToasts].find((one) => one.includes(wanted));
    return found !== undefined && saidToasts.delete(found);
  }, text);
}
