import { Broken } from '../broken/broken.tsx';
import { Landing } from '../landing/landing.tsx';
import { NotFound } from '../not-found/not-found.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import { LONG_TEXT, LONG_WORD } from '../testing/samples.ts';
import { nothing, type StorySet } from '../testing/story.ts';
import { Verifying } from '../verifying/verifying.tsx';
import { VerifyingLine } from '../verifying/verifying-line.tsx';
import { Gate } from './gate.tsx';
import { GateFoot } from './gate-foot.tsx';

const foot = (unreachable: boolean) => (
  <GateFoot version="1.2.3" build="0123456789ab" unreachable={unreachable} />
);
const signIn = (busy: boolean, unreachable = false) => (
  <Gate
    product="Sample"
    title="Sign in"
    intro="To the console."
    instead="Sign up"
    foot={foot(unreachable)}
  >
    <SignInForm busy={busy} onSubmit={nothing} />
  </Gate>
);
const signUp = (busy: boolean) => (
  <Gate
    product="Sample"
    title="Create your account"
    intro="One account."
    instead="Sign in"
    foot={foot(false)}
  >
    <SignUpForm busy={busy} onSubmit={nothing} onMismatch={nothing} />
  </Gate>
);

export const stories: StorySet = {
  title: 'Pages outside the console',
  alone: true,
  stories: {
    'sign in': () => signIn(false),
    'sign in, busy': () => signIn(true),
    'sign in, server out of reach': () => signIn(false, true),
    'sign up': () => signUp(false),
    'sign up, busy': () => signUp(true),
    landing: () => <Landing product="Sample" parentSite="https://mesh.example" version="0.1.0" />,
    'not found': () => <NotFound path={`/${LONG_WORD}`} />,
    verifying: () => <Verifying />,
    'verifying, over a drawn screen': () => <VerifyingLine />,
    broken: () => <Broken message={LONG_TEXT} onRetry={nothing} />,
    'broken, a part of it missing': () => (
      <Broken message="Unexpected end of input" hint={LONG_TEXT} again="Reload" onRetry={nothing} />
    ),
  },
};
