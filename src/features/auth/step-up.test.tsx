import { Modal, TextInput } from '@mantine/core';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { workerClient } from '../../console/worker-client.ts';
import type { Failure, Outcome } from '../../shared/outcome.ts';
import { stepUp } from './step-up.tsx';

const asking = (ways: object): Failure => ({
  ok: false,
  status: 403,
  text: JSON.stringify({ message: 'Please confirm that it is you.', confirm: ways }),
  why: 'refused',
});
const PASSWORD_ONLY = { password: true, passkey: false, code: false, recovery: false };
const NONE = { ...PASSWORD_ONLY, password: false };
const DONE: Outcome = { ok: true, data: 'done' };

let send: MockInstance<typeof workerClient.send>;
beforeEach(() => {
  send = vi.spyOn(workerClient, 'send').mockResolvedValue({ ok: true, data: {} });
});
afterEach(() => {
  send.mockRestore();
});

const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
const password = () => dialog.getByLabelText('Password', { exact: true });
const gone = () => expect.poll(() => dialog.elements().length).toBe(0);

/** A form in a dialog, as the one that deletes something has. */
function drawForm() {
  const closed = vi.fn();
  mount(
    <Modal opened title="Delete" onClose={closed}>
      <TextInput label="Reason" />
    </Modal>,
    'div',
  );
  return closed;
}

it('makes the call again once the password was right, and keeps what was typed below', async () => {
  drawForm();
  await page.getByLabelText('Reason').fill('a long reason');
  const again = vi.fn(async () => DONE);
  const outcome = stepUp(asking(PASSWORD_ONLY), again);
  await expect.element(password()).toHaveFocus();
  expect(await faults(['aria-dialog-name'])).toEqual([]);
  send.mockResolvedValueOnce({
    ok: false,
    status: 403,
    text: '{"message":"That password is wrong."}',
    why: 'refused',
  });
  await userEvent.keyboard('wrong{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('That password is wrong.');
  expect(again).not.toHaveBeenCalled();
  await userEvent.keyboard('right{Enter}');
  expect(await outcome).toBe(DONE);
  expect(send).toHaveBeenLastCalledWith('confirmIdentity', {
    payload: { kind: 'password', password: 'right' },
  });
  expect(again).toHaveBeenCalledOnce();
  await gone();
  await expect.element(page.getByLabelText('Reason')).toHaveValue('a long reason');
});

it('is closed by Escape, and what it lies over stays open', async () => {
  const closed = drawForm();
  const again = vi.fn(async () => DONE);
  const outcome = stepUp(asking(PASSWORD_ONLY), again);
  await expect.element(password()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(await outcome).toMatchObject({
    ok: false,
    status: 403,
    text: expect.stringContaining('Nothing was changed'),
  });
  expect(again).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
  await gone();
});

it('asks once for calls that are refused together', async () => {
  const calls = [vi.fn(async () => DONE), vi.fn(async () => DONE)];
  const outcomes = calls.map((again) => stepUp(asking(PASSWORD_ONLY), again));
  await expect.element(password()).toHaveFocus();
  expect(dialog.elements()).toHaveLength(1);
  await userEvent.keyboard('right{Enter}');
  expect(await Promise.all(outcomes)).toEqual([DONE, DONE]);
  for (const again of calls) expect(again).toHaveBeenCalledOnce();
  await gone();
});

it('sends an account without a password here to its provider, in another tab', async () => {
  const outcome = stepUp(asking(NONE), async () => DONE);
  const link = dialog.getByRole('link', { name: 'Sign in at the provider' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  expect(await faults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  expect(await outcome).toBe(DONE);
  await gone();
});

it('says what to do where the browser has no passkeys', async () => {
  const { PublicKeyCredential: had } = globalThis;
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  const outcome = stepUp(asking({ ...NONE, passkey: true }), async () => DONE);
  await expect.element(dialog.getByText(/Sign out, and sign in again/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await outcome).toMatchObject({ ok: false });
  Object.assign(globalThis, { PublicKeyCredential: had });
  await gone();
});

it('leaves a failure that asks for nothing as it is', async () => {
  const failure: Failure = {
    ok: false,
    status: 403,
    text: '{"message":"\\"confirm\\""}',
    why: 'refused',
  };
  expect(await stepUp(failure, async () => DONE)).toBe(failure);
});
