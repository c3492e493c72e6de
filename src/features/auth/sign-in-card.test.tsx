import { useState } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import { workerClient } from '../../console/worker-client.ts';
import { SignInCard } from './sign-in-card.tsx';
import { useSignIn } from './use-sign-in.ts';

let send: MockInstance<typeof workerClient.send>;
const notices: string[] = [];
let stopNotices: () => void;
beforeEach(() => {
  notices.length = 0;
  stopNotices = onNotice(({ title, message }) => notices.push(`${title}: ${message}`));
  send = vi.spyOn(workerClient, 'send');
});
afterEach(() => {
  stopNotices();
  send.mockRestore();
  localStorage.clear();
  sessionStorage.clear();
});

const refused = (answer: object) =>
  ({ ok: false, status: 401, text: JSON.stringify(answer), why: 'refused' }) as const;
const ASKED = refused({
  message: 'A second factor is needed.',
  secondFactor: { passkey: false, code: true, recovery: true },
});
const SIGNED_IN = { ok: true, data: { user: { username: 'ada' } } } as const;

function Card() {
  const [done, setDone] = useState(false);
  const signIn = useSignIn(() => setDone(true));
  return (
    <>
      <SignInCard signIn={signIn} />
      {done ? <p>Signed in</p> : null}
    </>
  );
}

const username = () => page.getByLabelText('Username');
const code = () => page.getByLabelText('One-time code');

async function toSecondStep() {
  mount(<Card />);
  send.mockResolvedValueOnce(ASKED);
  await username().fill('ada');
  await page.getByLabelText('Password', { exact: true }).fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(code()).toHaveFocus();
}

it('asks for the second factor after the password, and signs in by it', async () => {
  await toSecondStep();
  expect(notices).toEqual([]);
  await expect.element(username()).not.toBeVisible();
  expect(await faults()).toEqual([]);
  send.mockResolvedValueOnce(SIGNED_IN);
  await userEvent.keyboard('123456');
  await expect.element(page.getByText('Signed in')).toBeVisible();
  expect(send).toHaveBeenLastCalledWith('secondFactor', {
    payload: { kind: 'code', code: '123456' },
  });
  expect(localStorage.getItem('auth-token')).toBe('ada');
});

it('stays at the second factor after a wrong code', async () => {
  await toSecondStep();
  send.mockResolvedValueOnce(refused({ ...JSON.parse(ASKED.text), message: 'Wrong code.' }));
  await userEvent.keyboard('111111');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong code.');
  send.mockResolvedValueOnce(SIGNED_IN);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabelText('Recovery code').fill('abcde-fghij');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Signed in')).toBeVisible();
});

it('says that the step took too long, and leads back to the form as it was', async () => {
  await toSecondStep();
  send.mockResolvedValueOnce(refused({ message: 'That took too long.' }));
  await userEvent.keyboard('111111');
  await expect.element(username()).toBeVisible();
  await expect.element(username()).toHaveValue('ada');
  expect(notices).toEqual(['Sign in again: That took too long.']);
});

it('leads back to the password', async () => {
  await toSecondStep();
  await page.getByRole('button', { name: 'Back to the password' }).click();
  await expect.element(username()).toBeVisible();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('right');
});

it('says that a password was wrong by the toast and in the form, there until the next try', async () => {
  mount(<Card />);
  send.mockResolvedValueOnce(refused({ message: 'Wrong username or password.' }));
  await username().fill('ada');
  await page.getByLabelText('Password', { exact: true }).fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => notices).toEqual(['Login Failed: Wrong username or password.']);
  const problem = page.getByText('Wrong username or password.');
  await expect.element(problem).toBeVisible();
  expect(await faults()).toEqual([]);
  send.mockResolvedValueOnce(SIGNED_IN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(problem).not.toBeInTheDocument();
});
