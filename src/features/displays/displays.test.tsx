import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Display } from '../../../contract/shapes/display.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { NOW } from '../../ui/testing/samples.ts';
import { DisplaysDialogView, type DisplaysDialogViewProps } from './displays-dialog.tsx';

const HALL: Display = {
  id: 'hall',
  name: 'Hall',
  connected: true,
  seenAt: NOW - 60_000,
  build: 'b1',
  approvedBy: 'ada',
  createdAt: NOW - 120_000,
};

function setUp(more: Partial<DisplaysDialogViewProps> = {}) {
  const done: unknown[] = [];
  mount(
    <DisplaysDialogView
      opened
      data={[HALL]}
      failure={undefined}
      loading={false}
      busyWith={undefined}
      code=""
      approving={false}
      error={undefined}
      now={NOW}
      onApprove={async (approval) => {
        done.push(approval);
        return true;
      }}
      onFlash={({ id }) => done.push(['flash', id])}
      onReload={({ id }) => done.push(['reload', id])}
      onRevoke={({ id }) => done.push(['revoke', id])}
      onClose={() => done.push('close')}
      {...more}
    />,
  );
  return done;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a code that the link brought is approved under a name, and the form is empty again', async () => {
  const done = setUp({ code: 'ABCD2345' });
  await userEvent.fill(page.getByLabelText('Name of the display'), 'Gate');
  await userEvent.click(button('Approve'));
  expect(done).toEqual([{ code: 'ABCD2345', name: 'Gate' }]);
  await expect.element(page.getByLabelText('Code on the screen')).toHaveValue('');
});

test('the code is typed first', async () => {
  setUp();
  await expect.element(page.getByLabelText('Code on the screen')).toHaveFocus();
});

test('a link that brings the code leaves the name to be typed', async () => {
  setUp({ code: 'ABCD2345' });
  await expect.element(page.getByLabelText('Name of the display')).toHaveFocus();
});

test('a code that is refused stays to be corrected, with the reason beside it', async () => {
  setUp({ code: 'ABCD2345', error: 'No screen shows that code.', onApprove: async () => false });
  await userEvent.fill(page.getByLabelText('Name of the display'), 'Gate');
  await userEvent.click(button('Approve'));
  const code = page.getByLabelText('Code on the screen');
  await expect.element(code).toHaveValue('ABCD2345');
  await expect.element(code).toHaveAccessibleDescription('No screen shows that code.');
});

test('a display is flashed and reloaded at once, and revoked by a second press', async () => {
  const done = setUp();
  await userEvent.click(button('Flash'));
  await userEvent.click(button('Reload'));
  await userEvent.click(button('Revoke'));
  expect(done).toHaveLength(2);
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Revoke'));
  await userEvent.click(button('Revoke Hall'));
  expect(done).toEqual([
    ['flash', 'hall'],
    ['reload', 'hall'],
    ['revoke', 'hall'],
  ]);
  expect(await faults()).toEqual([]);
});

test('what is not connected can be revoked only, and says so', async () => {
  const done = setUp({ data: [{ ...HALL, connected: false, build: 'b0' }] });
  await expect
    .element(page.getByText(/Last seen 1 min ago · version b0, not this one/))
    .toBeVisible();
  await expect.element(button('Flash')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button('Revoke'));
  await userEvent.click(button('Revoke Hall'));
  expect(done).toEqual([['revoke', 'hall']]);
});

test('a server without displays is not asked for any', async () => {
  setUp({ failure: { status: 404, userMessage: 'Not found' }, data: undefined });
  await expect.element(page.getByText('This server has no displays.')).toBeVisible();
  await expect.element(button('Approve')).not.toBeInTheDocument();
});
