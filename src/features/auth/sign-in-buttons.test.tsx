import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { markFirstPaint } from '../../device/first-paint.ts';
import { OfferedWays } from './sign-in-buttons.tsx';
import { SignInWays } from './sign-in-ways.tsx';
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
  problem: undefined,
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

const answer = (options: SignInOptions) =>
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(options));
const NOTHING: SignInOptions = { ...OPTIONS, passkeyProblem: 'Not at an IP address.', oidc: null };
// The code and the options are loaded after it.
beforeAll(markFirstPaint);
afterEach(() => vi.restoreAllMocks());

it('keeps its place on a page, and in a dialog only for what is offered', async () => {
  const asked = answer(NOTHING);
  const { box } = mount(<SignInWays signIn={SIGN_IN} next="/logs" />);
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  const place = box.scrollHeight;
  expect(place).toBeGreaterThan(70);
  const dialog = mount(<SignInWays signIn={SIGN_IN} next="/logs" collapses />);
  expect(dialog.box.scrollHeight).toBe(place);
  await expect.poll(() => dialog.box.scrollHeight).toBe(0);
});

it('keeps what a dialog offers, but not beside the second step', async () => {
  answer(OPTIONS);
  const { box } = mount(<SignInWays signIn={SIGN_IN} next="/logs" collapses />);
  await expect.element(page.getByRole('link', { name: 'Sign in with Acme' })).toBeVisible();
  expect(box.scrollHeight).toBeGreaterThan(70);
  const factors = { passkey: false, code: true, recovery: true };
  const second = mount(<SignInWays signIn={{ ...SIGN_IN, factors }} next="/logs" collapses />);
  expect(second.box.scrollHeight).toBe(0);
});

it('says that nobody can sign in while the server serves nobody, and asks again', async () => {
  const refusal = { message: 'The database cannot be reached.' };
  vi.spyOn(window, 'fetch').mockImplementationOnce(async () =>
    Response.json(refusal, { status: 503 }),
  );
  const { box } = mount(<SignInWays signIn={SIGN_IN} next="/logs" />);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The database cannot be reached. Nobody can sign in at the moment.');
  expect(await faults()).toEqual([]);
  answer(OPTIONS);
  const link = page.getByRole('link', { name: 'Sign in with Acme' });
  await expect.element(link, { timeout: 6000 }).toBeVisible();
  expect(box.querySelector('[role=status]')?.textContent).toBe('');
});
