import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { IdentityForm, type IdentityProof, type IdentityWay } from './identity-form.tsx';

function setUp(ways: readonly IdentityWay[], problem?: string) {
  const sent: IdentityProof[] = [];
  let left = 0;
  const send = async (proof: IdentityProof) => {
    sent.push(proof);
    return problem;
  };
  const leave = {
    label: 'Cancel',
    onLeave: () => {
      left += 1;
    },
  };
  mount(<IdentityForm ways={ways} send={send} leave={leave} />);
  return { sent, left: () => left };
}

const code = () => page.getByLabelText('One-time code');

describe('a one-time code', () => {
  it('has the focus, and is sent once it is whole', async () => {
    const { sent } = setUp(['code']);
    await expect.element(code()).toHaveFocus();
    await userEvent.keyboard('123 45');
    expect(sent).toEqual([]);
    await userEvent.keyboard('6');
    expect(sent).toEqual([{ way: 'code', text: '123456' }]);
  });

  it('is sent when it is pasted with a space', async () => {
    const { sent } = setUp(['code']);
    await code().fill('654 321');
    expect(sent).toEqual([{ way: 'code', text: '654321' }]);
  });

  it('brings up the number pad and what the device has received', async () => {
    setUp(['code']);
    await expect.element(code()).toHaveAttribute('inputmode', 'numeric');
    await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code');
  });

  it('says why it did not count, and the next one takes its place', async () => {
    const { sent } = setUp(['code'], 'That code is wrong.');
    await code().fill('111111');
    await expect.element(page.getByRole('alert')).toHaveTextContent('That code is wrong.');
    await expect.element(code()).toBeInvalid();
    expect(await faults()).toEqual([]);
    await expect.element(code()).toHaveFocus();
    await userEvent.keyboard('222222');
    expect(sent.at(-1)).toEqual({ way: 'code', text: '222222' });
  });
});

it('offers the other ways, and leads away', async () => {
  const { sent, left } = setUp(['passkey', 'code', 'recovery']);
  await expect.element(page.getByRole('button', { name: 'Continue with a passkey' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([{ way: 'passkey' }]);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabelText('Recovery code').fill('abcd-efgh');
  await userEvent.keyboard('{Enter}');
  expect(sent.at(-1)).toEqual({ way: 'recovery', text: 'abcd-efgh' });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(left()).toBe(1);
});

it('sends a password as it was typed', async () => {
  const { sent } = setUp(['password']);
  await userEvent.keyboard(' a pass word {Enter}');
  expect(sent).toEqual([{ way: 'password', text: ' a pass word ' }]);
  expect(await faults()).toEqual([]);
});

it('has targets of 44 px where fingers press', async () => {
  await page.viewport(390, 844);
  setUp(['code', 'recovery']);
  await expect.element(code()).toBeVisible();
  for (const element of page.getByRole('button').elements())
    expect(element.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await page.viewport(1280, 900);
});
