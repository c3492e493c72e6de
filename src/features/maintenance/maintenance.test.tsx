import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { timeText } from '../../domain/moment.ts';
import { deviceTimeZone } from '../../domain/zoned-time.ts';
import { DrillDialog } from './drill-dialog.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';

const PLATFORMS = known('connections', CONNECTIONS);

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** What is seen and pressed of a chip is its label. */
const chip = (text: string) => page.getByText(text, { exact: true });

/** The console's clock stands at `NOW`, unless time is made to pass. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
}

function openDialog(chosen: readonly string[] = ['archive'], answers: Answers = {}) {
  stopClock();
  const sent = answerCalls(answers);
  mount(
    <Seeded entries={PLATFORMS}>
      <MaintenanceDialog opened chosen={chosen} onClose={() => sent.push('close')} />
    </Seeded>,
  );
  return sent;
}

test('one press starts an hour on the platform it was opened from', async () => {
  const sent = openDialog();
  await expect.element(page.getByRole('checkbox', { name: 'Archive' })).toBeChecked();
  await expect.element(button('Start')).toHaveFocus();
  await userEvent.click(button('Start'));
  await expect
    .poll(() => sent)
    .toEqual([
      [
        'planMaintenance',
        {
          platforms: ['archive'],
          note: '',
          endsAt: NOW + HOUR_MS,
          repeat: 'none',
          timeZone: deviceTimeZone(),
        },
      ],
      'close',
    ]);
});

test('the end is counted from the moment of the start, not from the opening', async () => {
  const sent = openDialog();
  vi.setSystemTime(NOW + 7 * MINUTE_MS);
  await expect.element(page.getByText(`Until ${timeText(NOW + 67 * MINUTE_MS)}`)).toBeVisible();
  await chip('30 min').click();
  await userEvent.click(button('Start'));
  await expect
    .poll(() => sent[0])
    .toEqual(['planMaintenance', expect.objectContaining({ endsAt: NOW + 37 * MINUTE_MS })]);
});

test('what is refused stays as it was typed, with the reason', async () => {
  const sent = openDialog(undefined, { planMaintenance: 'A window must end within a year.' });
  await userEvent.fill(page.getByLabelText('Note'), 'New disks');
  await userEvent.click(button('Start'));
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(page.getByRole('alert')).toHaveTextContent('within a year');
  await expect.element(page.getByLabelText('Note')).toHaveValue('New disks');
  await expect.element(page.getByRole('checkbox', { name: 'Archive' })).toBeChecked();
});

test('platforms and an end are required', async () => {
  const sent = openDialog([]);
  await chip('Other').click();
  await userEvent.click(button('Start'));
  await expect.element(page.getByText('Choose at least one platform')).toBeVisible();
  await expect.element(page.getByText('Enter the end')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a weekly window is planned in its own time zone', async () => {
  const sent = openDialog();
  await page.getByText('Planned', { exact: true }).click();
  await page.getByLabelText('Every week').click();
  await userEvent.selectOptions(page.getByLabelText('Time zone'), 'Asia/Tokyo');
  await userEvent.fill(page.getByLabelText('Start', { exact: true }), '2026-11-24T20:00');
  await userEvent.fill(page.getByLabelText('End', { exact: true }), '2026-11-24T19:00');
  await userEvent.click(button('Plan'));
  await expect.element(page.getByText('The end is before the start')).toBeVisible();
  await userEvent.fill(page.getByLabelText('End', { exact: true }), '2026-11-24T22:00');
  await expect.element(page.getByText(/in your time zone/)).toBeVisible();
  await userEvent.click(button('Plan'));
  await expect
    .poll(() => sent[0])
    .toEqual([
      'planMaintenance',
      {
        platforms: ['archive'],
        note: '',
        startsAt: Date.parse('2026-11-24T11:00:00Z'),
        endsAt: Date.parse('2026-11-24T13:00:00Z'),
        repeat: 'weekly',
        timeZone: 'Asia/Tokyo',
      },
    ]);
});

const WINDOW: Maintenance = {
  id: 4,
  platforms: ['archive'],
  note: 'New disks',
  startsAt: NOW - HOUR_MS,
  endsAt: NOW + 12 * MINUTE_MS,
  repeat: 'none',
  timeZone: deviceTimeZone(),
  createdBy: 'ada',
  createdAt: NOW - HOUR_MS,
};

function showWindows(...windows: Maintenance[]) {
  stopClock();
  const sent = answerCalls();
  mountPage(
    <Seeded entries={[...known('maintenance', windows), ...PLATFORMS]}>
      <MaintenanceScreen search={{}} onSearch={nothing} />
    </Seeded>,
  );
  return sent;
}

test('a window that runs is made longer at once, and ended once confirmed', async () => {
  const sent = showWindows(WINDOW);
  await expect.element(page.getByText('ends in 12 min')).toBeVisible();
  await expect.element(page.getByText('Nothing planned')).toBeVisible();
  await userEvent.click(button('30 min longer'));
  const end = (endsAt: number) => ['changeMaintenance', '4', { endsAt }];
  await expect.poll(() => sent).toEqual([end(NOW + 42 * MINUTE_MS)]);
  await userEvent.click(button('End now'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
  await userEvent.click(button('End now'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'End now' }));
  await expect.poll(() => sent[1]).toEqual(end(NOW));
});

test('a window ahead is removed once confirmed; its own zone is named', async () => {
  const sent = showWindows({
    ...WINDOW,
    startsAt: NOW + HOUR_MS,
    endsAt: NOW + 2 * HOUR_MS,
    repeat: 'weekly',
    timeZone: 'Asia/Tokyo',
  });
  await expect.element(page.getByText('Every week')).toBeVisible();
  await expect.element(page.getByText(/22:00.* in Asia\/Tokyo/)).toBeVisible();
  await expect.element(page.getByText('No maintenance now')).toBeVisible();
  await userEvent.click(button('Remove'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await expect.poll(() => sent).toEqual([['removeMaintenance', '4']]);
});

test('a drill needs a length within its limits, says whether all steps fit, and why it was refused', async () => {
  const sent = answerCalls({ startDrill: 'Archive has an open incident.' });
  const rule = {
    ...{ id: 1, name: 'Night', enabled: true, platforms: [], channels: ['push'] },
    ...{ status: 'error' as const, afterSec: 0, repeatMin: null, recovered: true, quiet: null },
    steps: [{ afterMin: 5, channels: ['push'] }],
  };
  mount(
    <Seeded entries={[...PLATFORMS, ...known('alertRules', [rule])]}>
      <DrillDialog opened chosen="archive" onClose={nothing} />
    </Seeded>,
  );
  await userEvent.fill(page.getByLabelText('Minutes'), '500');
  await userEvent.click(button('Start'));
  await expect.element(page.getByText(/Enter a whole number/)).toBeVisible();
  const isShort = page.getByText('This drill ends before that.');
  await expect.element(page.getByText(/the last step comes 5 min after the first/)).toBeVisible();
  await expect.element(isShort).not.toBeInTheDocument();
  await chip('5 min').click();
  await expect.element(isShort).toBeVisible();
  await userEvent.click(button('Start'));
  await expect.poll(() => sent).toEqual([['startDrill', { platform: 'archive', minutes: 5 }]]);
  await expect.element(page.getByRole('alert')).toHaveTextContent('open incident');
});
