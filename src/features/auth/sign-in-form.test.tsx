import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LoginPayload } from '../../../contract/sent/account.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { SignInForm } from './sign-in-card.tsx';

function setUp(busy = false) {
  const sent: LoginPayload[] = [];
  mount(<SignInForm busy={busy} onSubmit={(payload) => sent.push(payload)} />);
  return sent;
}

const username = () => page.getByLabelText('Username');
const password = () => page.getByLabelText('Password', { exact: true });

test('gives username and password as they were typed, and nothing else', async () => {
  const sent = setUp();
  await username().fill('ada');
  await password().fill(' pass word ');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(sent).toEqual([{ username: 'ada', password: ' pass word ' }]);
});

test('sends by the Enter key, and keeps what was typed', async () => {
  const sent = setUp();
  await username().fill('ada');
  await password().fill('secret');
  await userEvent.keyboard('{Enter}');
  expect(sent).toHaveLength(1);
  await expect.element(username()).toHaveValue('ada');
  await expect.element(password()).toHaveValue('secret');
});

test.each(['Username', 'Password'])('the browser wants %s', async (label) => {
  const sent = setUp();
  const other = label === 'Username' ? password() : username();
  await other.fill('something');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(sent).toEqual([]);
  await expect.element(page.getByLabelText(label, { exact: true })).toBeInvalid();
});

test('while busy it reads Authenticating... and takes no second press', async () => {
  setUp(true);
  await expect.element(page.getByRole('button', { name: 'Authenticating...' })).toBeDisabled();
});

test('the password can be shown and hidden', async () => {
  setUp();
  await password().fill('secret');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await toggle.click();
  await expect.element(password()).toHaveAttribute('type', 'text');
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect.element(password()).toHaveAttribute('type', 'password');
});

test('a sign-in over the screen knows the username', async () => {
  mount(<SignInForm busy={false} username="ada" onSubmit={() => undefined} />);
  await expect.element(username()).toHaveValue('ada');
});

test('helps password managers', async () => {
  setUp();
  await expect.element(username()).toHaveAttribute('autocomplete', 'username');
  await expect.element(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('axe finds nothing', async () => {
  setUp();
  expect(await faults()).toEqual([]);
});
