import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistrationPayload } from '../../contract/shapes/account.ts';
import { callAccount, prepareAccount } from '../features/auth/account-calls.ts';
import { AuthFooter } from '../features/auth/auth-footer.tsx';
import { HOME } from '../features/auth/redirect.ts';
import { SignupPage, signupMeta } from '../features/auth/signup-page.tsx';
import { usePage } from '../features/shell/page-title.ts';
import { productName } from '../product.ts';
import { notify } from '../shared/notices.ts';
import { type Failure, messageOf } from '../shared/outcome.ts';

export const Route = createFileRoute('/signup')({ component: SignupRoute });

function SignupRoute() {
  const product = productName();
  const { title, description } = signupMeta(product);
  usePage(title, description);
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function submit(payload: RegistrationPayload): Promise<void> {
    setBusy(true);
    const outcome = await callAccount((account) => account.register(payload));
    setBusy(false);
    if (!outcome.ok) {
      notify(failureToast(outcome));
      return;
    }
    const { message, user } = outcome.data;
    notify({
      title: 'Account Created!',
      message: message || `Welcome, ${user?.username ?? payload.username}`,
      severity: 'success',
    });
    router.history.push(HOME);
  }

  return (
    <SignupPage
      product={product}
      busy={busy}
      footer={<AuthFooter />}
      onFocus={prepareAccount}
      onSubmit={submit}
      onMismatch={() =>
        notify({
          title: 'Password Mismatch',
          message: 'Passwords do not match',
          severity: 'error',
        })
      }
    />
  );
}

function failureToast(failure: Failure) {
  if (failure.why !== 'refused') {
    const message = 'Unable to connect to registration service';
    return { title: 'Connection Error', message, severity: 'error' } as const;
  }
  const message = messageOf(failure) ?? 'Unable to create account';
  return { title: 'Registration Failed', message, severity: 'error' } as const;
}
