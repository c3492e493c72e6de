import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { CODE_STEP, CODES, EMPTY, FULL } from './account.stories.tsx';
import { AccountScreen } from './account-screen.tsx';
import { protectionText, recoveryProblem } from './second-factor-text.ts';

function open(account: AccountDetails, answers: Answers = {}) {
  const sent = answerCalls(answers);
  const onSignedOut = vi.fn();
  mount(
    <Seeded entries={known('account', account)}>
      <AccountScreen onSignedOut={onSignedOut} />
    </Seeded>,
  );
  return { onSignedOut, sent };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const inDialog = (name: string, label: string) =>
  dialog(name).getByRole('button', { name: label, exact: true });

test('changes the password, and keeps what was typed when it is refused', async () => {
  const { sent } = open(FULL, { changePassword: ['The present password is wrong.', {}] });
  await userEvent.click(button('Change password'));
  const title = 'Change password';
  await userEvent.fill(page.getByLabelText('Present password', { exact: true }), 'of before');
  await userEvent.fill(page.getByLabelText('New password', { exact: true }), 'short');
  await userEvent.click(inDialog(title, 'Save password'));
  await expect.element(page.getByText('Enter at least 8 characters')).toBeVisible();
  await expect.element(page.getByText('Passwords do not match')).toBeVisible();
  expect(sent).toEqual([]);
  const next = 'a longer phrase of words';
  await userEvent.fill(page.getByLabelText('New password', { exact: true }), next);
  await userEvent.fill(page.getByLabelText('New password again', { exact: true }), next);
  await userEvent.click(inDialog(title, 'Save password'));
  await expect.element(page.getByText('The present password is wrong.')).toBeVisible();
  await expect
    .element(page.getByLabelText('New password again', { exact: true }))
    .toHaveValue(next);
  await userEvent.click(inDialog(title, 'Save password'));
  await expect.element(dialog(title)).not.toBeInTheDocument();
  expect(sent.at(-1)).toEqual(['changePassword', { password: 'of before', next }]);
});

test('signs out one other device, and offers that for no other than these', async () => {
  const { sent } = open(FULL);
  await expect.element(button('Sign out Chrome on Linux')).not.toBeInTheDocument();
  await userEvent.click(button('Sign out Safari on iOS'));
  await expect.poll(() => sent).toEqual([['endSession', 's2']]);
});

test('signs out everywhere after a question, and leads away once it is done', async () => {
  const { onSignedOut, sent } = open(FULL);
  const title = 'Sign out everywhere?';
  await userEvent.click(button('Sign out everywhere'));
  await expect.element(dialog(title).getByText('All 3 devices are signed out')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(inDialog(title, 'Sign out everywhere'));
  await expect.poll(() => onSignedOut.mock.calls).toHaveLength(1);
});

test('stays signed in when signing out everywhere is refused', async () => {
  const { onSignedOut, sent } = open(FULL, { endSessions: 'The server cannot be reached' });
  await userEvent.click(button('Sign out everywhere'));
  await userEvent.click(inDialog('Sign out everywhere?', 'Sign out everywhere'));
  await expect.element(dialog('Sign out everywhere?')).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('says first what the role demands', async () => {
  open({ ...EMPTY, secondFactorRequired: true });
  await expect.element(page.getByText('Your role needs a second factor')).toBeVisible();
  const titles = page.getByRole('heading', { level: 2 }).elements();
  expect(titles.map(({ textContent }) => textContent)[0]).toBe('Second factor');
  await expect
    .element(page.getByRole('heading', { name: 'Recovery codes' }))
    .not.toBeInTheDocument();
});

test('sets up one-time codes, and closes only when the recovery codes are kept', async () => {
  open(EMPTY, {
    codeSetUp: CODE_STEP.setUp,
    addCodes: ['The code is wrong.', { message: 'Added', recoveryCodes: CODES }],
  });
  await userEvent.click(button('Set up one-time codes'));
  const first = 'Set up one-time codes';
  await expect.element(dialog(first).getByRole('img', { name: 'QR code' })).toBeVisible();
  const field = page.getByLabelText('Code that the app shows now');
  await expect.element(field).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.fill(field, '12345');
  await userEvent.click(inDialog(first, 'Confirm'));
  await expect.element(page.getByText('Enter the six digits of the app')).toBeVisible();
  await userEvent.fill(field, '123 456');
  await userEvent.click(inDialog(first, 'Confirm'));
  await expect.element(page.getByText('The code is wrong.')).toBeVisible();
  await expect.element(field).toHaveValue('123 456');
  await userEvent.click(inDialog(first, 'Confirm'));
  const second = 'Your recovery codes';
  await expect.element(dialog(second).getByText(CODES[9] ?? '')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(inDialog(second, 'Done')).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(inDialog(second, 'Done'));
  await expect.element(dialog(second)).not.toBeInTheDocument();
});

test('copies the recovery codes with what they are for', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open(FULL, { newRecoveryCodes: { recoveryCodes: CODES } });
  await userEvent.click(button('Make new recovery codes'));
  await userEvent.click(inDialog('Make new recovery codes?', 'Make new codes'));
  await userEvent.click(inDialog('Your recovery codes', 'Copy'));
  expect(copied.mock.calls[0]?.[0]).toContain('recovery codes of ada');
  expect(copied.mock.calls[0]?.[0]).toContain(CODES.join('\n'));
});

test('adds a passkey by the name that was proposed', async () => {
  const create = vi.spyOn(navigator.credentials, 'create');
  const name = 'NotAllowedError';
  create.mockRejectedValue(new DOMException('The operation timed out', name));
  const { sent } = open(FULL, {
    passkeySetUp: {
      ...{ challenge: 'AAAA', rp: { name: 'Meridian' }, pubKeyCredParams: [] },
      user: { id: 'AAAA', name: 'ada', displayName: 'ada' },
    },
  });
  await userEvent.click(button('Add a passkey'));
  await expect.element(page.getByLabelText('Name')).toHaveValue('Chrome on Linux 2');
  await userEvent.click(inDialog('Add a passkey', 'Create passkey'));
  await expect.element(page.getByText('it was cancelled, or it took too long')).toBeVisible();
  expect(sent).toEqual([['passkeySetUp']]);
  expect(await faults()).toEqual([]);
});

test('shows a new token once, with a call that uses it', async () => {
  const token = `meridian_${'a1B2'.repeat(10)}`;
  const { sent } = open({ ...FULL, role: 'operator' }, { addToken: { token } });
  await userEvent.click(button('Add a token'));
  const role = page.getByLabelText('Role');
  await expect.element(role).toBeVisible();
  expect([...(role.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual([
    'viewer',
    'operator',
  ]);
  await userEvent.fill(page.getByLabelText('Name'), ' Pipeline ');
  await userEvent.selectOptions(role, 'operator');
  await userEvent.click(inDialog('Add an API token', 'Add token'));
  await expect.element(page.getByLabelText('API token', { exact: true })).toHaveFocus();
  await expect.element(page.getByText('curl -H "Authorization: Bearer meridian_')).toBeVisible();
  expect(sent).toEqual([['addToken', { name: 'Pipeline', role: 'operator', days: 90 }]]);
  expect(await faults()).toEqual([]);
  await userEvent.click(inDialog('Your new API token', 'Done'));
  await expect.element(dialog('Your new API token')).not.toBeInTheDocument();
});

test('marks a token that has expired', async () => {
  open(FULL);
  const expired = page.getByRole('listitem', { name: 'Old dashboard' });
  await expect.element(expired.getByText('Expired', { exact: true })).toBeVisible();
});

test('deletes the account once its name is typed, or says why not', async () => {
  const { onSignedOut, sent } = open(FULL, { removeAccount: ['You are the last admin.', {}] });
  await userEvent.click(button('Delete my account'));
  const title = 'Delete my account?';
  const field = page.getByLabelText('Type your username, ada, to confirm');
  await userEvent.fill(field, 'bob');
  await userEvent.click(inDialog(title, 'Delete my account'));
  await expect.element(page.getByText('Type ada', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(field, 'ada');
  await userEvent.click(inDialog(title, 'Delete my account'));
  await expect.element(page.getByText('You are the last admin.')).toBeVisible();
  expect(onSignedOut).not.toHaveBeenCalled();
  await userEvent.click(inDialog(title, 'Delete my account'));
  await expect.poll(() => onSignedOut.mock.calls).toHaveLength(1);
});

test('says what protects the account, and when recovery codes run out', () => {
  const { passkeys, codesSince } = FULL;
  const given = { ...EMPTY, recoveryCodesLeft: 3 };
  expect([
    protectionText({ ...given, source: 'oidc' }),
    protectionText({ ...given, codesSince }),
    protectionText({ ...given, passkeys, codesSince, secondFactorRequired: true }),
  ]).toEqual([
    'You sign in at the OpenID provider, which asks for a second factor by its own rules.',
    'Signing in asks for a one-time code beside the password.',
    'Signing in asks for a passkey or a one-time code beside the password. A passkey alone signs in too. Your role requires a second factor.',
  ]);
  const left = (count: number) => recoveryProblem({ ...FULL, recoveryCodesLeft: count });
  expect([left(3), recoveryProblem(EMPTY)]).toEqual([undefined, undefined]);
  expect([left(2), left(1), left(0)].map((text) => text?.split(' left.')[0])).toEqual([
    'Only 2 recovery codes are',
    'Only 1 recovery code is',
    'No recovery code is',
  ]);
});
