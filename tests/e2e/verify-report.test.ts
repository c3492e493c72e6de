import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { sampleReport } from '../proofs/sample-report.ts';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';

/** The page that verifies a report, as whoever has the file uses it: without an account, and without a network once it is open. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.override('productEnv', { LOG_LEVEL: 'error' });
test.override('contextOptions', { viewport: { width: 360, height: 740 } });

test('the page says offline whether a report is whole, which row was changed, or that it is none', async ({
  product,
  visitor,
  openPage,
}) => {
  const { report, forge } = await sampleReport(200);
  // The tab's icon may come after the page.
  const { page } = await openPage(visitor, [/icon\.svg/]);
  await page.goto(`${product.url}/verify-report.html`);
  await visitor.setOffline(true);
  const verdict = page.getByRole('status');
  const choose = (content: object | string) =>
    page.getByLabel('Report, a JSON file').setInputFiles({
      ...{ name: 'report.json', mimeType: 'application/json' },
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });

  await choose(report);
  await verdict.getByText('This report is whole.').waitFor();
  await verdict.getByText('Up 99.0000 %: down 7200 s').waitFor();
  await verdict.getByText(`Witnessed by forge at`).and(page.getByText(forge.kid)).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      return (await axe.run(document)).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  }
  expect(await layoutFaults(page)).toMatchObject({ sideways: 0, cut: [] });

  const [check = '', entry = ''] = report.rows[100] ?? [];
  await choose({
    ...report,
    rows: report.rows.with(100, [check, entry.replace('[0,0,3600000,0]', '[3600000,0,0,0]')]),
  });
  await verdict.getByText('This report is not whole.').waitFor();
  await verdict.getByText('Row 201 was changed: it says 2026-01-05T04:00:00.000Z.').waitFor();
  for (const foreign of ['{"format":"another"}', 'no JSON']) {
    await choose(report);
    await verdict.getByText('This report is whole.').waitFor();
    await choose(foreign);
    await verdict.getByText('This is not a report of uptime.').waitFor();
  }
});
