import { expect } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { INCIDENT_PHASES } from '../../contract/shapes/incident.ts';
import { PUBLIC_STATES } from '../../contract/shapes/status-summary.ts';
import { pageOf } from '../../server/status-page/page.ts';
import type { PublicStatus } from '../../server/status-page/public-status.ts';
import { axeFaults } from './axe.ts';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { isKept, WITH_SERVICE_WORKER } from './service-worker.ts';

/** Pages that the server makes, in a browser that keeps the console: they come from the server, and need nothing else. */

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
  expect(await axeFaults(page)).toEqual([]);
});

const AT = '2026-11-26T14:02:00.000Z';
const LATER = '2026-11-26T15:02:00.000Z';
const DAY = { up: 0, late: 0, down: 0, planned: 0, notMeasured: 0 };
const ID = '1d9f1b0a-6f0f-8a2e-9d0f-0a6a8f2d1c3b';

/** Every state of a platform and of an incident. */
const EVERYTHING: PublicStatus = {
  ...{ id: ID, title: 'Example services', asOf: AT, isCurrent: true },
  timeZone: 'Europe/Berlin',
  platforms: PUBLIC_STATES.map((state) => ({
    ...{ name: `Service ${state}`, state, since: AT, uptime: 0.997, measuredDays: 89 },
    days: (['up', 'late', 'down', 'planned', 'notMeasured'] as const).map((held, day) => ({
      ...{ ...DAY, up: DAY_MS / 2, [held]: DAY_MS / 2 },
      at: Date.parse(AT) - day * DAY_MS,
    })),
  })),
  incidents: (['down', 'slow', 'planned', 'reported'] as const).flatMap((state) =>
    [null, LATER].map((endedAt) => ({
      ...{ id: ID, platforms: ['Service up'], state, startedAt: AT, endedAt },
      updates: INCIDENT_PHASES.map((phase) => ({ at: AT, phase, text: 'We look at it.' })),
    })),
  ),
  maintenance: [
    ...[
      {
        id: ID,
        platforms: ['Service up'],
        startsAt: AT,
        endsAt: LATER,
        plannedAt: AT,
        updatedAt: AT,
      },
    ],
  ],
};

test.for<[string, PublicStatus]>([
  ['everything', EVERYTHING],
  ['newer data cannot be read', { ...EVERYTHING, isCurrent: false }],
  ['nothing is chosen', { ...EVERYTHING, platforms: [], incidents: [], maintenance: [] }],
])(
  '%s: axe finds nothing on the status page, and a phone loses nothing',
  async ([, status], { visitor, openPage }) => {
    const { page } = await openPage(visitor);
    await page.setContent(pageOf(status, '/status').text);
    expect(await layoutFaults(page)).toMatchObject({ sideways: 0, cut: [] });
    expect(await axeFaults(page)).toEqual([]);
  },
);

test('axe finds nothing on the API reference, and a phone loses nothing', async ({
  product,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn);
  await page.goto(`${product.url}/api/reference`);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  expect(await layoutFaults(page)).toMatchObject({ sideways: 0, cut: [] });
  expect(await axeFaults(page)).toEqual([]);
});
