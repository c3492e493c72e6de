import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Display } from '../../../contract/shapes/display.ts';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { stories } from './displays.stories.tsx';
import { DisplaysDialog } from './displays-dialog.tsx';

const HALL: Display = {
  id: 'hall',
  name: 'Hall',
  connected: true,
  seenAt: NOW - 60_000,
  build: 'b1',
  approvedBy: 'ada',
  createdAt: NOW - 120_000,
};

interface SetUp {
  code?: string;
  display?: Display;
  stand?: Stand;
}

function setUp({ code = '', display = HALL, stand }: SetUp = {}, answers: Answers = {}) {
  const sent = answerCalls(answers);
  mount(
    <Seeded entries={known('displays', [display], stand)}>
      <DisplaysDialog opened code={code} onClose={nothing} />
    </Seeded>,
  );
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a code that the link brought is approved under a name, and the form is empty again', async () => {
  const sent = setUp({ code: 'ABCD2345' });
  await userEvent.fill(page.getByLabelText('Name of the display'), 'Gate');
  await userEvent.click(button('Approve'));
  await expect.element(page.getByLabelText('Code on the screen')).toHaveValue('');
  expect(sent).toEqual([['approveDisplay', { code: 'ABCD2345', name: 'Gate' }]]);
});

test('the address of a wall may be that of a group', async () => {
  mount(stories.stories.none?.());
  await userEvent.selectOptions(page.getByLabelText('Shows'), 'Shops & more');
  await expect.element(page.getByText(/wall=1&group=Shops%20%26%20more$/)).toBeVisible();
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
  setUp({ code: 'ABCD2345' }, { approveDisplay: 'No screen shows that code.' });
  await userEvent.fill(page.getByLabelText('Name of the display'), 'Gate');
  await userEvent.click(button('Approve'));
  const code = page.getByLabelText('Code on the screen');
  await expect.element(code).toHaveAccessibleDescription('No screen shows that code.');
  await expect.element(code).toHaveValue('ABCD2345');
});

test('a display is flashed and reloaded at once, and revoked by a second press', async () => {
  const sent = setUp();
  await userEvent.click(button('Identify'));
  await userEvent.click(button('Reload'));
  await userEvent.click(button('Revoke'));
  await expect.poll(() => sent).toHaveLength(2);
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Revoke'));
  await userEvent.click(button('Revoke Hall'));
  const order = (word: string) => ['orderDisplay', 'hall', { order: word }];
  await expect
    .poll(() => sent)
    .toEqual([order('flash'), order('reload'), ['revokeDisplay', 'hall']]);
  expect(await faults()).toEqual([]);
});

test('what is not connected can be revoked only, and says so', async () => {
  const sent = setUp({ display: { ...HALL, connected: false, build: 'b0' } });
  await expect
    .element(page.getByText(/Last seen 1 min ago · version b0, not this one/))
    .toBeVisible();
  await expect.element(button('Identify')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button('Revoke'));
  await userEvent.click(button('Revoke Hall'));
  await expect.poll(() => sent).toEqual([['revokeDisplay', 'hall']]);
});

test('a server without displays is not asked for any', async () => {
  setUp({ stand: 'missing' });
  await expect.element(page.getByText('This server has no displays.')).toBeVisible();
  await expect.element(button('Approve')).not.toBeInTheDocument();
});

test('what is wrong with a display stands on its card, where it is watched or not', async () => {
  const sent = answerCalls({});
  mount(stories.stories['watched, and not well']?.());
  const reception = page.getByRole('listitem', { name: 'Reception' });
  await expect
    .element(reception.getByText(/^It has painted nothing since 11:50 UTC\./))
    .toBeVisible();
  await expect.element(reception.getByText(/\(new version\) · 4 restarts/)).toBeVisible();
  await userEvent.click(reception.getByRole('switch', { name: 'Alert when it is not well' }));
  const room = page.getByRole('listitem', { name: 'Control room' });
  await userEvent.fill(room.getByLabelText('To', { exact: true }), '20:30');
  await userEvent.click(room.getByText('Control room', { exact: true }));
  const hours = { from: '06:00', to: '20:30', timeZone: 'Europe/Berlin' };
  await expect
    .poll(() => sent)
    .toEqual([
      ['watchDisplay', 'frozen', { alert: true, hours: null }],
      ['watchDisplay', 'watched', { alert: true, hours }],
    ]);
  expect(await faults()).toEqual([]);
});
