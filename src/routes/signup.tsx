import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistrationPayload } from '../../contract/shapes/account.ts';
import { callAccount, prepareAccount, signUpFailure } from '../features/auth/account-calls.ts';
import { AuthFooter } from '../features/auth/auth-footer.tsx';
import { HOME } from '../features/auth/redirect.ts';
import { SignupPage, signupMeta } from '../features/auth/signup-page.tsx';
import { usePage } from '../features/shell/page-title.ts';
import { ownBuild, ownVersion, productName } from '../product.ts';
import { notify } from '../shared/notices.ts';

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
      notify(signUpFailure(outcome));
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
      footer={<AuthFooter version={ownVersion()} build={ownBuild()} />}
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
