import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RegistrationPayload } from '../../../contract/sent/account.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { SignUpForm } from './sign-up-form.tsx';

function setUp(busy = false) {
  const sent: RegistrationPayload[] = [];
  let mismatches = 0;
  const onMismatch = () => {
    mismatches += 1;
  };
  mount(
    <SignUpForm busy={busy} onSubmit={(payload) => sent.push(payload)} onMismatch={onMismatch} />,
  );
  return { sent, mismatches: () => mismatches };
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = () => page.getByRole('button', { name: 'Create Account' }).click();

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value);
}

const GOOD = {
  Username: 'ada',
  Email: 'ada@example.org',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
};

test('gives exactly the named fields, with the first level by default', async () => {
  const { sent } = setUp();
  await fill(GOOD);
  await submit();
  expect(sent).toEqual([
    {
      username: 'ada',
      email: 'ada@example.org',
      password: 'correct horse',
      sovereignLevel: 'S11.1',
    },
  ]);
});

test('offers the three access levels', async () => {
  const { sent } = setUp();
  const level = page.getByRole('combobox', { name: 'Sovereign access level' });
  const texts = level.getByRole('option').elements();
  expect(texts.map((option) => option.textContent)).toEqual([
    'S11.1 (Standard Intelligence)',
    'S11.1+Atom2 (Enhanced Analysis)',
    'S11.1+Atom2+Prometheus (Full Suite)',
  ]);
  await level.selectOptions('S11.1+Atom2+Prometheus (Full Suite)');
  await fill(GOOD);
  await submit();
  expect(sent[0]?.sovereignLevel).toBe('S11.1+Atom2+Prometheus');
});

test('passwords that differ send nothing, mark the field and keep the form', async () => {
  const { sent, mismatches } = setUp();
  await fill({ ...GOOD, 'Confirm password': 'other horse' });
  await submit();
  expect(mismatches()).toBe(1);
  expect(sent).toEqual([]);
  await expect.element(field('Username')).toHaveValue('ada');
  await expect
    .element(field('Confirm password'))
    .toHaveAccessibleDescription('Passwords do not match');
});

test('a mismatch is reported even of passwords too short for the server', async () => {
  const { mismatches } = setUp();
  await fill({ ...GOOD, Password: 'a', 'Confirm password': 'b' });
  await submit();
  expect(mismatches()).toBe(1);
});

test.each(Object.keys(GOOD))('the browser wants %s', async (label) => {
  const { sent } = setUp();
  await fill({ ...GOOD, [label]: '' });
  await submit();
  expect(sent).toEqual([]);
  await expect.element(field(label)).toBeInvalid();
});

test('the browser wants an email address', async () => {
  const { sent } = setUp();
  await fill({ ...GOOD, Email: 'nobody' });
  await submit();
  expect(sent).toEqual([]);
});

test('while busy it reads Creating Account... and takes no second press', async () => {
  setUp(true);
  await expect.element(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
});

test('axe finds nothing', async () => {
  setUp();
  expect(await faults()).toEqual([]);
});
