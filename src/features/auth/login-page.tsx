import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AuthLayout } from './auth-layout.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';

interface LoginPageProps extends SignInFormProps {
  product: string;
  footer: ReactNode;
}

/** The login without its calls, so that the build can prerender it. */
export function LoginPage({ product, footer, ...form }: LoginPageProps) {
  return (
    <AuthLayout
      product={product}
      title="Welcome back"
      intro={`Sign in to the ${product} console.`}
      footer={footer}
      alternative={
        <>
          No account yet?{' '}
          <Anchor component={Link} to="/signup" underline="always">
            Sign up
          </Anchor>
        </>
      }
    >
      <SignInForm {...form} />
    </AuthLayout>
  );
}

export const loginMeta = (product: string) => ({
  title: 'Login',
  description: `Sign in to the ${product} console to watch and run your mesh.`,
});
