import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AuthLayout } from './auth-layout.tsx';
import { SignUpForm, type SignUpFormProps } from './sign-up-form.tsx';

interface SignupPageProps extends SignUpFormProps {
  product: string;
  footer: ReactNode;
}

/** The registration without its calls, so that the build can prerender it. */
export function SignupPage({ product, footer, ...form }: SignupPageProps) {
  return (
    <AuthLayout
      product={product}
      title="Create your account"
      intro="One account for the console, on every screen you own."
      footer={footer}
      alternative={
        <>
          Already have an account?{' '}
          <Anchor component={Link} to="/login" underline="always">
            Sign in
          </Anchor>
        </>
      }
    >
      <SignUpForm {...form} />
    </AuthLayout>
  );
}

export const signupMeta = (product: string) => ({
  title: 'Sign up',
  description: `Create an account on ${product} and choose your sovereign access level.`,
});
