import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { SessionInfo } from '../../../contract/shapes/account.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type {
  Connection,
  LatencySlot,
  PlatformDetails,
  PlatformHistory,
} from '../../../contract/shapes/mesh.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import {
  CERTIFICATES,
  DETAILS,
  DRILL,
  growingHistory,
  INCIDENTS_OF_FORGE,
  platformHistory,
  WINDOW,
} from '../../../tests/ui/platform-samples.ts';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { activities, CONNECTIONS, NOW, READINGS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { FORGE_ROW, stories } from './platform-screen.stories.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const FORGE = CONNECTIONS[0] as Connection;
const DOWN: Connection = { ...FORGE, status: 'error', failure: 'does not answer' };
const EVENTS = activities(20).map((row) => ({ ...row, platform: 'forge' }));
const ADMIN: Partial<SessionInfo> = { role: 'admin', refused: {} };

interface Shown {
  connection?: Connection;
  read?: ReadState;
  incidents?: readonly Incident[];
  maintenance?: readonly Maintenance[];
  events?: readonly Activity[];
  details?: PlatformDetails;
  row?: Partial<PlatformRow>;
  session?: Partial<SessionInfo>;
  days?: PlatformHistory;
  month?: PlatformHistory;
  stand?: Stand;
  onRange?: () => void;
}

/** @returns the page, and the calls that are sent */
function draw(shown: Shown = {}) {
  const { connection = DOWN, incidents = INCIDENTS_OF_FORGE, stand } = shown;
  const { days = platformHistory('90d') } = shown;
  const sent = answerCalls({ changePlatform: { message: 'Saved.', id: 'forge', report: null } });
  const row = { ...FORGE_ROW, ...shown.row };
  mountPage(
    <main>
      <AsRole session={shown.session ?? ADMIN}>
        <Seeded
          entries={[
            ...known('platform', shown.details ?? DETAILS, stand, { id: 'forge' }),
            ...known('platformHistory', days, stand, { id: 'forge', range: '90d' }),
            ...known('platformHistory', platformHistory('24h'), stand, {
              id: 'forge',
              range: '24h',
            }),
            ...known('platformHistory', shown.month ?? platformHistory('30d'), stand, {
              ...{ id: 'forge', range: '30d' },
            }),
            ...known('incidents', incidents, stand),
            ...known('maintenance', shown.maintenance ?? [], stand),
            ...known('platforms', [row], stand),
            ...known('activity', shown.events ?? EVENTS),
            ...known('certificates', CERTIFICATES, stand),
          ]}
        >
          <PlatformScreen
            connection={connection}
            read={shown.read ?? READINGS.fresh}
            range="24h"
            onRange={shown.onRange ?? nothing}
          />
        </Seeded>
      </AsRole>
    </main>,
  );
  return sent;
}

const panel = (name: string) => page.getByRole('region', { name, exact: true });

test('a platform that is down has since when, why, and no latency', async () => {
  draw();
  const state = panel('State');
  await expect.element(state.getByText('Down', { exact: true })).toBeVisible();
  await expect.element(state.getByText(/\(11 min\)/)).toBeVisible();
  await expect.element(state.getByText('does not answer')).toBeVisible();
  const latency = state.getByText('Latency', { exact: true }).element().parentElement;
  expect(latency?.textContent).toBe('Latency—');
});

test('a slow platform has its latency, and from when on that is slow', async () => {
  const slow = { ...FORGE, status: 'warning', latencyMs: 404 };
  draw({ connection: slow, details: { ...DETAILS, lateMs: 300 } });
  await expect.element(panel('State').getByText('404 ms, slow above 300 ms')).toBeVisible();
});

test('an old state claims nothing', async () => {
  draw({ read: READINGS.unknown });
  await expect.element(panel('State').getByText('Unknown', { exact: true })).toBeVisible();
  await expect.element(panel('State').getByText('Since')).not.toBeInTheDocument();
});

test('a drill and maintenance are said beside the state', async () => {
  draw({ maintenance: [WINDOW], incidents: [DRILL] });
  await expect.element(panel('State').getByText(/^DRILL until \d\d:\d\d$/)).toBeVisible();
  await expect.element(panel('State').getByText(/^Maintenance until \d\d:\d\d$/)).toBeVisible();
});

test('uptime says of how much measured time it is, how much of it was slow, and what was maintenance', async () => {
  draw();
  const uptime = panel('Uptime');
  await expect.element(uptime.getByText('97.6%', { exact: true })).toBeVisible();
  await expect.element(uptime.getByText('of 86 d measured', { exact: true })).toBeVisible();
  await expect.element(uptime.getByText('of 29 d, 3% slow, maintenance 1 d')).toBeVisible();
});

test('a server that measures since 12 minutes shows that once, in one bar', async () => {
  const measured = { up: 12 * MINUTE_MS, late: 0, down: 0, planned: 0, notMeasured: DAY_MS };
  const details = {
    ...DETAILS,
    uptime: ['24h', '7d', '30d', '90d'].map((range) => ({ ...measured, range })),
  };
  const history = platformHistory('90d', true);
  const slots = history.slots.with(-1, { ...history.slots[0], ...measured } as LatencySlot);
  draw({ details, days: { ...history, slots } });
  await expect
    .element(panel('Uptime').getByText('of 12 min measured', { exact: true }))
    .toBeVisible();
  expect(panel('Uptime').getByText('100%', { exact: true }).elements()).toHaveLength(1);
  await expect.element(panel('Uptime').getByText(/days ago/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('slider', { name: 'Day' })).toHaveAttribute('max', '0');
});

test('arrow keys choose a day, which shows its times, its incidents and absences', async () => {
  draw();
  const slider = page.getByRole('slider', { name: 'Day' });
  await expect.element(slider).toBeInTheDocument();
  (slider.element() as HTMLElement).focus();
  await expect.element(panel('The chosen day').getByText(/This node had no network/)).toBeVisible();
  const open = panel('The chosen day').getByRole('link', { name: 'Down: no answer' });
  await expect.element(open).toHaveAttribute('href', '/incidents/3');
  const all = panel('The chosen day').getByRole('link', { name: 'All incidents of that day' });
  await expect.element(all).toBeVisible();
  expect(all.element().getAttribute('href')).toMatch(
    /^\/incidents\?platform=forge&time=custom&from=\d+&to=\d+$/,
  );
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(panel('The chosen day').getByText('No incidents.')).toBeVisible();
  expect(slider.element().getAttribute('aria-valuetext')).toMatch(/100% available; up 1 d$/);
});

test('a finger on a bar chooses its day', async () => {
  draw();
  const slider = page.getByRole('slider', { name: 'Day' });
  await userEvent.click(slider, { position: { x: 2, y: 10 } });
  await expect.poll(() => (slider.element() as HTMLInputElement).value).toBe('0');
});

test('arrow keys read the latency off', async () => {
  draw();
  await expect
    .element(page.getByRole('img', { name: /^Latency of Forge, last 24 hours: Medians from/ }))
    .toBeVisible();
  const keys = page.getByRole('slider', { name: 'Read off the latency' });
  (keys.element() as HTMLElement).focus();
  const latency = panel('Median and range of latency');
  await expect.element(latency.getByText(/: median \d+ ms, \d+ ms to \d+ ms, up/)).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  const slider = keys.element() as HTMLInputElement;
  await expect.poll(() => slider.value).toBe('286');
  await userEvent.tab();
  await expect.element(latency.getByText(/^Medians from/)).toBeVisible();
});

test('chart and bars below share the slot that is read off', async () => {
  draw();
  const chart = page.getByRole('img', { name: /^Latency of Forge/ });
  const bars = page.getByRole('img', { name: /^down .*, up .*, not measured/ });
  await expect.element(chart).toBeVisible();
  const keys = page.getByRole('slider', { name: 'Read off the latency' });
  const { left, width } = bars.element().getBoundingClientRect();
  const plot = chart.element().querySelector('.u-over')?.getBoundingClientRect();
  expect(Math.abs((plot?.left ?? 0) - left)).toBeLessThan(1);
  expect(Math.abs((plot?.width ?? 0) - width)).toBeLessThan(1);
  await userEvent.hover(bars, { position: { x: (width * 100.5) / 288, y: 10 } });
  await expect.poll(() => (keys.element() as HTMLInputElement).value).toBe('100');
});

test('the range can be chosen', async () => {
  const onRange = vi.fn();
  draw({ onRange });
  await userEvent.click(page.getByText('1 y', { exact: true }));
  expect(onRange).toHaveBeenCalledWith('1y');
});

test('its details are its address, version, clock and keys, which can be copied', async () => {
  draw();
  await expect.element(panel('About').getByText('its clock is 2.1 s ahead')).toBeVisible();
  expect(
    panel('About')
      .getByRole('button', { name: /^Copy thumbprint/ })
      .elements(),
  ).toHaveLength(2);
});

test('its last probes say why they failed', async () => {
  draw();
  await expect
    .element(panel('Last probes').getByText('no answer within 3 s').first())
    .toBeVisible();
});

test('its newest events lead to all of them, and its domain to a proof', async () => {
  draw();
  const all = page.getByRole('link', { name: 'All events of Forge' });
  await expect.element(all).toHaveAttribute('href', '/logs?platform=forge');
  expect(panel('Events').getByRole('listitem').elements()).toHaveLength(8);
  await expect
    .element(page.getByRole('link', { name: 'Prove Forge' }))
    .toHaveAttribute('href', '/admin/route66-proof?peer=forge.mesh.example');
});

test('shows a new key, which can be acknowledged', async () => {
  const keyChange = { from: 'old-thumbprint', to: 'new-thumbprint', at: NOW };
  const sent = draw({ connection: { ...FORGE, keyChange } });
  await expect.element(page.getByText('Forge signs with a new key')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Acknowledge the new key' }));
  await expect.poll(() => sent).toEqual([['acknowledgeKey', 'forge']]);
});

test('an admin edits it and pauses it on its page', async () => {
  const sent = draw();
  await userEvent.click(page.getByRole('button', { name: 'Pause', exact: true }));
  await expect.poll(() => sent).toEqual([['pausePlatform', 'forge', { paused: true }]]);
  await userEvent.click(page.getByRole('button', { name: 'Edit', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Edit Forge' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Smithy');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject([
      'changePlatform',
      'forge',
      { name: 'Smithy', address: 'https://forge.mesh.example/' },
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('one that is paused is resumed; one of the file says why it cannot be edited', async () => {
  const sent = draw({ row: { paused: true, source: 'file' } });
  await userEvent.click(page.getByRole('button', { name: 'Resume', exact: true }));
  await expect.poll(() => sent).toEqual([['pausePlatform', 'forge', { paused: false }]]);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.element(edit).toHaveAccessibleDescription(/^From the mesh configuration file/);
});

test('a viewer is offered neither', async () => {
  draw({ session: VIEWER });
  await expect.element(panel('State')).toBeVisible();
  for (const name of ['Edit', 'Pause'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
});

test('every platform can be probed now', async () => {
  const sent = draw();
  await userEvent.click(page.getByRole('button', { name: 'Probe all platforms now' }));
  await expect.poll(() => sent).toEqual([['reconnect']]);
});

test('a server without these calls shows what its connections say', async () => {
  draw({ stand: 'missing', events: [] });
  await expect.element(page.getByText('No events.')).toBeVisible();
  await expect.element(panel('State')).toBeVisible();
  for (const name of ['Uptime', 'About', 'Incidents', 'Last probes'])
    await expect.element(panel(name)).not.toBeInTheDocument();
});

test.each([1200, 360])('at %i px nothing is cut, and axe finds nothing', async (width) => {
  await page.viewport(width, 900);
  draw();
  await expect.element(page.getByRole('img', { name: /^Latency of Forge/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await faults()).toEqual([]);
});

test('the certificate that it showed has its names, issuer, end and what is left', async () => {
  draw();
  await expect
    .element(panel('About').getByText(/by Let's Encrypt, valid until/))
    .toHaveTextContent(/^of forge\.mesh\.example and 1 more by Let's Encrypt, valid until .*,/);
  await expect.element(panel('About').getByText('12 days left')).toBeVisible();
});

test('a latency that grows says when it will be late', async () => {
  draw({ details: { ...DETAILS, lateMs: 250 }, month: growingHistory() });
  const forecast = /^Over 250 ms in about 9 days.*, if it goes on like the last 14 days$/;
  await expect.element(panel('Median and range of latency').getByText(forecast)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('a latency that does not grow is no forecast', async () => {
  draw({ details: { ...DETAILS, lateMs: 250 } });
  await expect
    .element(panel('Median and range of latency').getByText(/Medians from/))
    .toBeVisible();
  expect(page.getByText(/if it goes on/).elements()).toEqual([]);
});

test('a job has its runs, and the log of one when it is opened', async () => {
  mountPage(<main>{stories.stories['a job']?.()}</main>);
  const runs = page.getByRole('region', { name: 'Runs' });
  const rows = runs.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Running.*rid 018f3b7a…/);
  await expect.element(rows.nth(1)).toHaveTextContent('Has not ended');
  await expect.element(rows.nth(3)).toHaveTextContent(/Success.*12 min.*exit status 0.*Log/);
  const log = page.getByText('no space left on device');
  expect(log.query()).toBeNull();
  await userEvent.click(rows.nth(2).getByText('Failed'));
  await expect.element(log).toBeVisible();
  expect(await faults()).toEqual([]);
});
