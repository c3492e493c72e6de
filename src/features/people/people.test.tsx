import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { NOW, READINGS } from '../../ui/testing/samples.ts';
import { ACTIONS, INVITATIONS, PEOPLE, SETTINGS } from './people.stories.tsx';
import { PeopleView } from './people-screen.tsx';
import type { PeopleActions } from './use-people-actions.ts';

function open(changed: Partial<PeopleActions> = {}, settings = SETTINGS) {
  mount(
    <PeopleView
      people={{ ...READINGS.fresh, data: PEOPLE }}
      invitations={{ ...READINGS.fresh, data: INVITATIONS }}
      settings={{ ...READINGS.fresh, data: settings }}
      own="ada"
      actions={{ ...ACTIONS, ...changed }}
      now={NOW}
    />,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const person = (name: string) => page.getByRole('listitem', { name, exact: true });

test('finds people by name, e-mail and role', async () => {
  open();
  await expect.element(page.getByText('1 admin, 3 operators, 1 viewer')).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'GRACE@');
  await expect.element(person('mary')).not.toBeInTheDocument();
  await expect.element(person('grace')).toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Role' }), 'admin');
  await expect.element(page.getByText('Nobody matches')).toBeVisible();
});

test('changes a role once another one is chosen, and says why it was refused', async () => {
  const changeRole = vi
    .fn<PeopleActions['changeRole']>()
    .mockRejectedValueOnce(new Error('The last admin stays admin.'))
    .mockResolvedValueOnce({});
  open({ changeRole });
  await userEvent.click(button('Change the role of ada'));
  await expect.element(dialog('Role of ada')).toBeVisible();
  expect(await faults()).toEqual([]);
  const save = dialog('Role of ada').getByRole('button', { name: 'Save role' });
  await expect.element(save).toBeDisabled();
  await userEvent.click(page.getByRole('radio', { name: 'viewer' }));
  await userEvent.click(save);
  await expect.element(page.getByText('The last admin stays admin.')).toBeVisible();
  await userEvent.click(save);
  await expect.element(dialog('Role of ada')).not.toBeInTheDocument();
  expect(changeRole).toHaveBeenLastCalledWith('ada', 'viewer');
});

test.each([
  ['Sign out everywhere', 'signOut', ['grace']],
  ['Remove second factor', 'removeSecondFactor', ['grace']],
  ['Disable account', 'disable', ['grace', true]],
  ['Delete account', 'remove', ['grace']],
] as const)('asks before it does: %s', async (label, name, args) => {
  const action = vi.fn();
  open({ [name]: action });
  await userEvent.click(button('More about grace'));
  await userEvent.click(page.getByRole('menuitem', { name: label }));
  const question = page.getByRole('dialog').filter({ hasText: 'grace' });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(action).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: label }));
  expect(action).toHaveBeenCalledExactlyOnceWith(...args);
  await expect.element(question).not.toBeInTheDocument();
});

test('enables a disabled account at once, and offers nothing harmful for one’s own', async () => {
  const disable = vi.fn();
  open({ disable });
  await expect.element(button('More about ada')).not.toBeInTheDocument();
  await userEvent.click(button('More about mary'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Enable account' }));
  expect(disable).toHaveBeenCalledExactlyOnceWith('mary', false);
});

test('invites somebody, and shows the link this once', async () => {
  const invite = vi.fn(ACTIONS.invite);
  open({ invite });
  await userEvent.click(button('Invite somebody'));
  await userEvent.fill(page.getByLabelText('For whom'), ' Annie ');
  await userEvent.selectOptions(dialog('Invite somebody').getByLabelText('Role'), 'viewer');
  await userEvent.click(button('Make invitation'));
  expect(invite).toHaveBeenCalledExactlyOnceWith({ note: 'Annie', role: 'viewer', hours: 72 });
  const link = `${location.origin}/signup#invitation=${'x7Qm'.repeat(10)}`;
  await expect.element(page.getByLabelText('Link', { exact: true })).toHaveValue(link);
  await expect.element(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Done'));
  await expect.element(dialog('The invitation is ready')).not.toBeInTheDocument();
  await userEvent.click(button('Invite somebody'));
  await expect.element(page.getByLabelText('For whom')).toHaveValue('');
});

test('only an open invitation can be revoked', async () => {
  const revoke = vi.fn();
  open({ revoke });
  expect(page.getByRole('button', { name: /^Revoke/ }).elements()).toHaveLength(1);
  await userEvent.click(button('Revoke Annie, night shift'));
  expect(revoke).toHaveBeenCalledExactlyOnceWith('i1');
});

test('saves settings that can be kept, and shows a refusal', async () => {
  const saveSettings = vi
    .fn<PeopleActions['saveSettings']>()
    .mockRejectedValueOnce(new Error('No.'));
  open({ saveSettings });
  await expect.element(button('Save settings')).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'operators' }));
  const days = page.getByLabelText('Audit log is kept for');
  await userEvent.clear(days);
  await userEvent.click(button('Save settings'));
  await expect.element(page.getByText('From 30 to 3650 days')).toBeVisible();
  expect(saveSettings).not.toHaveBeenCalled();
  await userEvent.fill(days, '90');
  await userEvent.click(button('Save settings'));
  await expect.element(page.getByText('No.')).toBeVisible();
  expect(saveSettings).toHaveBeenLastCalledWith({
    secondFactorFor: ['operator', 'admin'],
    auditDays: 90,
  });
});

test('says that everybody can sign up only where that is so', async () => {
  open({}, { ...SETTINGS, registration: 'open' });
  await expect
    .element(page.getByText('Everybody who reaches this server can sign up'))
    .toBeVisible();
});
