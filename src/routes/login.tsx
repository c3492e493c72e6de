import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoginPayload } from '../../contract/shapes/account.ts';
import { useReady } from '../client/use-ready.ts';
import { callAccount, prepareAccount, signInFailure } from '../features/auth/account-calls.ts';
import { AuthFooter } from '../features/auth/auth-footer.tsx';
import { LoginPage, loginMeta } from '../features/auth/login-page.tsx';
import { HOME, ownPath } from '../features/auth/redirect.ts';
import { usePage } from '../features/shell/page-title.ts';
import { ownBuild, ownVersion, productName } from '../product.ts';
import { notify } from '../shared/notices.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { redirect?: string } => {
    const redirect = ownPath(search.redirect, window.location.origin);
    return redirect ? { redirect } : {};
  },
  component: LoginRoute,
});

function LoginRoute() {
  const product = productName();
  const { title, description } = loginMeta(product);
  usePage(title, description);
  useReady(true);
  const router = useRouter();
  const { redirect = HOME } = Route.useSearch();
  const [busy, setBusy] = useState(false);

  async function submit(payload: LoginPayload): Promise<void> {
    setBusy(true);
    const outcome = await callAccount((account) => account.signIn(payload));
    setBusy(false);
    if (!outcome.ok) {
      notify(signInFailure(outcome));
      return;
    }
    notify({
      title: 'Welcome back!',
      message: `Successfully logged into ${product}`,
      severity: 'success',
    });
    router.history.push(redirect);
  }

  return (
    <LoginPage
      product={product}
      busy={busy}
      footer={<AuthFooter version={ownVersion()} build={ownBuild()} />}
      onFocus={prepareAccount}
      onSubmit={submit}
    />
  );
}
