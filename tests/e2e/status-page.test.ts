import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { isKept, WITH_SERVICE_WORKER } from './service-worker.ts';

/** The public status page in a browser that keeps the console: it comes from the server, and needs nothing else. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.override('productEnv', { LOG_LEVEL: 'error' });
test.override('contextOptions', { ...WITH_SERVICE_WORKER, viewport: { width: 360, height: 740 } });

test('no service worker answers the status page, which loads nothing, and axe finds nothing in light and dark', async ({
  product,
  operator,
  visitor,
  openPage,
}) => {
  const platforms = [
    { id: 'forge', name: 'Shop' },
    { id: 'archive', name: 'Search' },
  ];
  const json = { on: true, title: 'Example services', platforms };
  await operator.send('/api/settings/status-page', json);
  const { page } = await openPage(visitor);
  await page.goto(`${product.url}/login`);
  await isKept(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const answer = await page.goto(`${product.url}/status`);
  expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, false]);
  expect(await page.locator('h3').allTextContents()).toEqual(
    expect.arrayContaining(['Shop', 'Search']),
  );
  expect(loaded).toEqual([`${product.url}/status`]);
  expect(await visitor.cookies()).toEqual([]);
  expect(await layoutFaults(page)).toMatchObject({ sideways: 0, cut: [] });
  await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const faults = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
    expect([colorScheme, faults]).toEqual([colorScheme, []]);
  }
});
