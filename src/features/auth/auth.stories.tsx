import { Stack } from '@mantine/core';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { AuthLayout, NOTE_ID } from './auth-layout.tsx';
import { loginPage, signupPage } from './auth-pages.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { SecondStep } from './second-step.tsx';
import { OfferedWays } from './sign-in-buttons.tsx';
import { SignInForm } from './sign-in-card.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignIn } from './use-sign-in.ts';
import { Verifying } from './verifying.tsx';

const OWN = { product: 'Sample', version: '1.2.3', build: '0123456789ab' };
const OPTIONS: SignInOptions = {
  registration: 'open',
  passkeyProblem: null,
  oidc: { name: 'Sample Identity Provider' },
};
const notYet = async () => undefined;
const SIGN_IN: SignIn = {
  busy: false,
  problem: undefined,
  factors: undefined,
  submit: notYet,
  byPasskey: notYet,
  sendFactor: notYet,
  back: nothing,
};

const page = (form: React.ReactNode, options?: SignInOptions) => (
  <AuthLayout
    page={loginPage('Sample')}
    {...OWN}
    below={
      <Stack gap="xs" mih="5rem">
        <OfferedWays options={options} signIn={SIGN_IN} next="/dashboard" />
      </Stack>
    }
  >
    {form}
  </AuthLayout>
);

const signUp = (note?: string, isClosed = false, problem?: string) => (
  <AuthLayout page={signupPage('Sample')} {...OWN} note={note}>
    <SignUpForm
      busy={false}
      problem={problem}
      closedBy={isClosed ? NOTE_ID : undefined}
      onSubmit={nothing}
      onMismatch={nothing}
    />
  </AuthLayout>
);

const second = (passkey: boolean, code: boolean, recovery: boolean, problem?: string) =>
  page(
    <SecondStep
      factors={{ passkey, code, recovery }}
      send={async () => problem}
      onBack={nothing}
    />,
  );

const confirm = (ways: Partial<Record<'password' | 'passkey' | 'code', boolean>>) => (
  <ConfirmIdentity
    opened
    ways={{ password: false, passkey: false, code: false, recovery: false, ...ways }}
    onEnd={nothing}
    onClosed={nothing}
  />
);

export const stories: StorySet = {
  title: 'Sign in and sign up',
  alone: true,
  stories: {
    'sign in': () => page(<SignInForm busy={false} onSubmit={nothing} />),
    'sign in, refused': () =>
      page(<SignInForm busy={false} problem="Wrong username or password." onSubmit={nothing} />),
    'sign in, busy': () => page(<SignInForm busy={true} onSubmit={nothing} />),
    'sign in, other ways': () => page(<SignInForm busy={false} onSubmit={nothing} />, OPTIONS),
    'second step, one-time code': () => second(false, true, true),
    'second step, passkey': () => second(true, true, true),
    'second step, recovery code': () => second(false, false, true),
    'second step, none that this browser has': () => second(false, false, false),
    'sign up': () => signUp(),
    'sign up, refused': () => signUp(undefined, false, 'That username is taken.'),
    'sign up, invited': () =>
      signUp('You are invited as operator. Sign up before Nov 25, 2026, 10:00.'),
    'sign up, invitation used': () =>
      signUp('This invitation was used or has expired. Ask an admin for a new one.', true),
    'sign up, first account': () => signUp('The first account of this server becomes its admin.'),
    'confirm, password': () => confirm({ password: true, passkey: true, code: true }),
    'confirm, passkey': () => confirm({ passkey: true }),
    'confirm, at the provider': () => confirm({}),
    verifying: () => <Verifying />,
  },
};
