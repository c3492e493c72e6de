import { createFileRoute, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistrationPayload, SignInAnswer } from '../../contract/shapes/account.ts';
import { type Failure, messageOf } from '../link/outcome.ts';
import { productName } from '../product.ts';
import { Gate } from '../ui/gate/gate.tsx';
import { SignUpForm } from '../ui/sign-up/sign-up-form.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { callAccount, prepareAccount } from './-account-calls.ts';
import { LateFoot } from './-late-foot.tsx';
import { usePage } from './-page-title.ts';
import { HOME } from './-redirect.ts';

export const Route = createFileRoute('/signup')({ component: SignupPage });

function SignupPage() {
  const product = productName();
  usePage('Sign up', `Create an account on ${product} and choose your sovereign access level.`);
  const { busy, submit } = useSignUp();
  return (
    <Gate
      product={product}
      title="Create your account"
      intro="One account for the console, on every screen you own."
      foot={<LateFoot />}
      instead={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    >
      <SignUpForm busy={busy} onBegin={prepareAccount} onSubmit={submit} onMismatch={sayMismatch} />
    </Gate>
  );
}

function useSignUp() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function submit(payload: RegistrationPayload): Promise<void> {
    setBusy(true);
    const outcome = await callAccount((account) => account.register(payload));
    setBusy(false);
    if (!outcome.ok) {
      showToast(failureToast(outcome));
      return;
    }
    const text = welcome(outcome.data, payload.username);
    showToast({ title: 'Account Created!', text, tone: 'good' });
    router.history.push(HOME);
  }

  return { busy, submit };
}

function sayMismatch(): void {
  showToast({ title: 'Password Mismatch', text: 'Passwords do not match', tone: 'bad' });
}

function welcome(answer: SignInAnswer, username: string): string {
  return answer.message || `Welcome, ${answer.user?.username ?? username}`;
}

function failureToast(failure: Failure) {
  if (failure.why !== 'refused') {
    const text = 'Unable to connect to registration service';
    return { title: 'Connection Error', text, tone: 'bad' } as const;
  }
  const text = messageOf(failure) ?? 'Unable to create account';
  return { title: 'Registration Failed', text, tone: 'bad' } as const;
}
