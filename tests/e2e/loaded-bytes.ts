import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** What a page has loaded, in bytes after gzip -9. */
interface LoadedBytes {
  readonly js: number;
  readonly css: number;
  /** Each file with its bytes, largest first. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

/**
 * Counts the scripts, its workers' included, and stylesheets that a page without a service worker loads.
 *
 * @param load opens the page and waits until nothing more comes
 */
export async function loadedBytes(page: Page, load: () => Promise<unknown>): Promise<LoadedBytes> {
  const answers: Response[] = [];
  page.context().on('response', (answer) => answers.push(answer));
  await load();
  const assets = answers.filter((answer) => /\.(?:js|css)$/.test(new URL(answer.url()).pathname));
  const files = await Promise.all(
    assets.map(async (answer) => {
      const bytes = gzipSync(await answer.body(), { level: 9 }).length;
      return [new URL(answer.url()).pathname, bytes] as const;
    }),
  );
  const sumOf = (ending: string) =>
    [...new Map(files)]
      .filter(([path]) => path.endsWith(ending))
      .reduce((sum, [, bytes]) => sum + bytes, 0);
  return { js: sumOf('.js'), css: sumOf('.css'), files: files.sort(([, a], [, b]) => b - a) };
}

/** @param url of the login page */
export const loadLogin = (page: Page, url: string) => page.goto(url, { waitUntil: 'networkidle' });

/** The dashboard of somebody who is signed in, until it is live and has loaded what it loads late. */
export async function loadDashboard(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Live connection active').waitFor();
  await page.waitForLoadState('networkidle');
}
