import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { INVITATIONS, PEOPLE, SETTINGS } from './people.stories.tsx';
import { PeopleScreen } from './people-screen.tsx';

function open(answers: Answers = {}, settings = SETTINGS, people = PEOPLE) {
  const sent = answerCalls(answers);
  mount(
    <Seeded
      account="ada"
      entries={[
        ...known('people', people),
        ...known('invitations', INVITATIONS),
        ...known('accessSettings', settings),
      ]}
    >
      <PeopleScreen />
    </Seeded>,
  );
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const person = (name: string) => page.getByRole('row', { name, exact: true });

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
  const sent = open({ changePerson: ['The last admin stays admin.', {}] });
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
  expect(sent.at(-1)).toEqual(['changePerson', 'ada', { role: 'viewer' }]);
});

test.each([
  ['Sign out everywhere', ['endPersonSessions', 'grace']],
  ['Remove second factor', ['removeSecondFactor', 'grace']],
  ['Disable account', ['changePerson', 'grace', { disabled: true }]],
  ['Delete account', ['removePerson', 'grace']],
] as const)('asks before it does: %s', async (label, call) => {
  const sent = open();
  await userEvent.click(button('More about grace'));
  await userEvent.click(page.getByRole('menuitem', { name: label }));
  const question = page.getByRole('dialog').filter({ hasText: 'grace' });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: label }));
  await expect.poll(() => sent).toEqual([call]);
  await expect.element(question).not.toBeInTheDocument();
});

test('enables a disabled account at once, and offers nothing harmful for one’s own', async () => {
  const sent = open();
  await expect.element(button('More about ada')).not.toBeInTheDocument();
  await userEvent.click(button('More about mary'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Enable account' }));
  await expect.poll(() => sent).toEqual([['changePerson', 'mary', { disabled: false }]]);
});

test('invites somebody, and shows the link this once', async () => {
  const sent = open({ addInvitation: { secret: 'x7Qm'.repeat(10) } });
  await userEvent.click(button('Invite somebody'));
  await userEvent.fill(page.getByLabelText('For whom'), ' Annie ');
  await userEvent.click(button('Make invitation'));
  const link = `${location.origin}/signup#invitation=${'x7Qm'.repeat(10)}`;
  await expect.element(page.getByLabelText('Link', { exact: true })).toHaveValue(link);
  expect(sent).toEqual([['addInvitation', { note: 'Annie', role: 'viewer', hours: 72 }]]);
  await expect.element(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect.element(page.getByText(/^This link works on this device only/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Done'));
  await expect.element(dialog('The invitation is ready')).not.toBeInTheDocument();
  await userEvent.click(button('Invite somebody'));
  await expect.element(page.getByLabelText('For whom')).toHaveValue('');
});

test('only an open invitation can be revoked', async () => {
  const sent = open();
  expect(page.getByRole('button', { name: /^Revoke/ }).elements()).toHaveLength(1);
  await userEvent.click(button('Revoke Annie, night shift'));
  await expect.poll(() => sent).toEqual([['removeInvitation', 'i1']]);
});

test('saves settings that can be kept, and shows a refusal', async () => {
  const sent = open({ changeAccessSettings: 'No.' });
  await expect.element(button('Save settings')).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'operators' }));
  const days = page.getByLabelText('Audit log is kept for');
  await userEvent.clear(days);
  await userEvent.click(button('Save settings'));
  await expect.element(page.getByText('From 30 to 3650 days')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(days, '90');
  await userEvent.click(button('Save settings'));
  await expect.element(page.getByText('No.')).toBeVisible();
  expect(sent.at(-1)).toEqual([
    'changeAccessSettings',
    { secondFactorFor: ['operator', 'admin'], auditDays: 90 },
  ]);
});

test('says that everybody can sign up only where that is so', async () => {
  open({}, { ...SETTINGS, registration: 'open' });
  await expect
    .element(page.getByText('Everybody who reaches this server can sign up'))
    .toBeVisible();
});

test('of 500 people those in sight are rendered', async () => {
  await page.viewport(1200, 800);
  const [grace] = PEOPLE.slice(1);
  const many = Array.from({ length: 500 }, (_, at) => ({
    ...grace,
    id: `p${at}`,
    username: `p${at}`,
  }));
  open({}, SETTINGS, many as typeof PEOPLE);
  await expect.element(person('p0')).toBeVisible();
  expect(page.getByRole('row').elements().length).toBeLessThan(60);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'p499');
  await expect.element(person('p499')).toBeVisible();
});
