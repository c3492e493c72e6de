import { createFileRoute, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoginPayload } from '../../contract/shapes/account.ts';
import { productName } from '../product.ts';
import { useReady } from '../ready.ts';
import { Gate } from '../ui/gate/gate.tsx';
import { SignInForm } from '../ui/sign-in/sign-in-form.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { callAccount, prepareAccount } from './-account-calls.ts';
import { LateFoot } from './-late-foot.tsx';
import { usePage } from './-page-title.ts';
import { HOME, ownPath } from './-redirect.ts';
import { signInFailure } from './-sign-in-failure.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { redirect?: string } => {
    const redirect = ownPath(search.redirect, window.location.origin);
    return redirect ? { redirect } : {};
  },
  component: LoginPage,
});

function LoginPage() {
  const product = productName();
  usePage('Login', `Sign in to the ${product} console to watch and run your mesh.`);
  useReady(true);
  const { busy, submit } = useSignIn(product);
  return (
    <Gate
      product={product}
      title="Welcome back"
      intro={`Sign in to the ${product} console.`}
      foot={<LateFoot />}
      instead={
        <>
          No account yet? <Link to="/signup">Sign up</Link>
        </>
      }
    >
      <SignInForm busy={busy} onBegin={prepareAccount} onSubmit={submit} />
    </Gate>
  );
}

function useSignIn(product: string) {
  const router = useRouter();
  const { redirect = HOME } = Route.useSearch();
  const [busy, setBusy] = useState(false);

  async function submit(payload: LoginPayload): Promise<void> {
    setBusy(true);
    const outcome = await callAccount((account) => account.signIn(payload));
    setBusy(false);
    if (!outcome.ok) {
      showToast(signInFailure(outcome));
      return;
    }
    showToast({
      title: 'Welcome back!',
      text: `Successfully logged into ${product}`,
      tone: 'good',
    });
    router.history.push(redirect);
  }

  return { busy, submit };
}
