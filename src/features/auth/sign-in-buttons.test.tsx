import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { OfferedWays } from './sign-in-buttons.tsx';
import type { SignIn } from './use-sign-in.ts';

const OPTIONS: SignInOptions = {
  registration: 'open',
  passkeyProblem: null,
  oidc: { name: 'Acme' },
};
let pressed = 0;
const nothing = async () => undefined;
const SIGN_IN: SignIn = {
  busy: false,
  factors: undefined,
  submit: nothing,
  byPasskey: async () => {
    pressed += 1;
  },
  sendFactor: nothing,
  back: () => undefined,
};

const draw = (options: SignInOptions | undefined) =>
  mount(<OfferedWays options={options} signIn={SIGN_IN} next="/logs?q=1" />);

it('offers a passkey and the provider, which leads back to where somebody wanted to go', async () => {
  draw(OPTIONS);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  expect(pressed).toBe(1);
  await expect
    .element(page.getByRole('link', { name: 'Sign in with Acme' }))
    .toHaveAttribute('href', '/api/auth/oidc/start?redirect=%2Flogs%3Fq%3D1');
  expect(await faults()).toEqual([]);
});

it('offers no passkey where none can be used', async () => {
  draw({ ...OPTIONS, passkeyProblem: 'Not at an IP address.' });
  await expect.element(page.getByRole('link')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('offers nothing on a server that does not say', () => {
  const { box } = draw(undefined);
  expect(box.querySelectorAll('button, a')).toHaveLength(0);
});
