import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { deviceTimeZone } from '../../shared/zoned-time.ts';
import { mount } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { CONNECTIONS, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing } from '../../ui/testing/story.ts';
import { DrillDialogView } from './drill-dialog.tsx';
import { MaintenanceDialogView } from './maintenance-dialog.tsx';
import { MaintenanceView } from './maintenance-screen.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** What is seen and pressed of a chip is its label. */
const chip = (text: string) => page.getByText(text, { exact: true });

type DialogProps = Parameters<typeof MaintenanceDialogView>[0];

function openDialog(more: Partial<DialogProps> = {}, taken = true, problem?: string) {
  const sent: unknown[] = [];
  const { draw } = mount(dialog());
  function dialog(now = NOW) {
    return (
      <MaintenanceDialogView
        opened
        chosen={['archive']}
        platforms={CONNECTIONS}
        planning={{
          pending: false,
          problem,
          onStart: async (payload) => {
            sent.push(payload);
            return taken;
          },
          forgetProblem: nothing,
        }}
        now={now}
        onClose={() => sent.push('close')}
        {...more}
      />
    );
  }
  return { sent, passTime: (ms: number) => draw(dialog(NOW + ms)) };
}

test('one press starts an hour on the platform it was opened from', async () => {
  const { sent } = openDialog();
  await expect.element(page.getByRole('checkbox', { name: 'Archive' })).toBeChecked();
  await expect.element(button('Start')).toHaveFocus();
  await userEvent.click(button('Start'));
  await expect
    .poll(() => sent)
    .toEqual([
      {
        platforms: ['archive'],
        note: '',
        endsAt: NOW + HOUR_MS,
        repeat: 'none',
        timeZone: deviceTimeZone(),
      },
      'close',
    ]);
});

test('the end is counted from the moment of the start, not from the opening', async () => {
  const { sent, passTime } = openDialog();
  passTime(7 * MINUTE_MS);
  await chip('30 min').click();
  await userEvent.click(button('Start'));
  await expect.poll(() => sent[0]).toMatchObject({ endsAt: NOW + 37 * MINUTE_MS });
});

test('what is refused stays as it was typed, with the reason', async () => {
  const { sent } = openDialog({}, false, 'A window must end within a year.');
  await userEvent.fill(page.getByLabelText('Note'), 'New disks');
  await userEvent.click(button('Start'));
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(page.getByRole('alert')).toHaveTextContent('within a year');
  await expect.element(page.getByLabelText('Note')).toHaveValue('New disks');
  await expect.element(page.getByRole('checkbox', { name: 'Archive' })).toBeChecked();
});

test('platforms and an end are required', async () => {
  const { sent } = openDialog({ chosen: [] });
  await chip('Other').click();
  await userEvent.click(button('Start'));
  await expect.element(page.getByText('Choose at least one platform')).toBeVisible();
  await expect.element(page.getByText('Enter the end')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a weekly window is planned in its own time zone', async () => {
  const { sent } = openDialog();
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
    .toEqual({
      platforms: ['archive'],
      note: '',
      startsAt: Date.parse('2026-11-24T11:00:00Z'),
      endsAt: Date.parse('2026-11-24T13:00:00Z'),
      repeat: 'weekly',
      timeZone: 'Asia/Tokyo',
    });
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
  const done: unknown[] = [];
  mountPage(
    <MaintenanceView
      windows={{ ...READINGS.fresh, data: windows }}
      incidents={null}
      platforms={CONNECTIONS}
      actions={{
        busyWith: undefined,
        onEnd: ({ id }, endsAt) => done.push(['end', id, endsAt]),
        onRemove: ({ id }) => done.push(['remove', id]),
      }}
      drills={{ ending: undefined, endDrill: nothing }}
      now={NOW}
      onStart={nothing}
      onDrill={nothing}
    />,
  );
  return done;
}

test('a window that runs is made longer at once, and ended once confirmed', async () => {
  const done = showWindows(WINDOW);
  await expect.element(page.getByText('ends in 12 min')).toBeVisible();
  await expect.element(page.getByText('Nothing planned')).toBeVisible();
  await userEvent.click(button('30 min longer'));
  expect(done).toEqual([['end', 4, NOW + 42 * MINUTE_MS]]);
  await userEvent.click(button('End now'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(done).toHaveLength(1);
  await userEvent.click(button('End now'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'End now' }));
  expect(done[1]).toEqual(['end', 4, NOW]);
});

test('a window ahead is removed once confirmed; its own zone is named', async () => {
  const done = showWindows({
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
  expect(done).toEqual([['remove', 4]]);
});

test('a drill needs a length within its limits, and says why it was refused', async () => {
  const sent: unknown[] = [];
  mount(
    <DrillDialogView
      opened
      chosen="archive"
      platforms={CONNECTIONS}
      starting={{
        pending: false,
        problem: 'Archive has an open incident.',
        onStart: async (request) => {
          sent.push(request);
          return false;
        },
        forgetProblem: nothing,
      }}
      onClose={nothing}
    />,
  );
  await userEvent.fill(page.getByLabelText('Minutes'), '500');
  await userEvent.click(button('Start'));
  await expect.element(page.getByText(/Enter a whole number/)).toBeVisible();
  await chip('5 min').click();
  await userEvent.click(button('Start'));
  await expect.poll(() => sent).toEqual([{ platform: 'archive', minutes: 5 }]);
  await expect.element(page.getByRole('alert')).toHaveTextContent('open incident');
});
