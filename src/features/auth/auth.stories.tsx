import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { AuthLayout } from './auth-layout.tsx';
import { loginPage } from './auth-pages.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { Verifying } from './verifying.tsx';

const page = (form: React.ReactNode) => (
  <AuthLayout page={loginPage('Sample')} product="Sample" version="1.2.3" build="0123456789ab">
    {form}
  </AuthLayout>
);

export const stories: StorySet = {
  title: 'Sign in and sign up',
  alone: true,
  stories: {
    'sign in': () => page(<SignInForm busy={false} onSubmit={nothing} />),
    'sign in, busy': () => page(<SignInForm busy={true} onSubmit={nothing} />),
    'sign up': () => page(<SignUpForm busy={false} onSubmit={nothing} onMismatch={nothing} />),
    verifying: () => <Verifying />,
  },
};
