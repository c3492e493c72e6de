import { createFileRoute } from '@tanstack/react-router';
import type { LoginPayload } from '../../contract/sent/account.ts';
import { useReady } from '../client/use-ready.ts';
import { prepareAccount, signInFailure } from '../features/auth/account-calls.ts';
import { AuthLayout } from '../features/auth/auth-layout.tsx';
import { loginPage } from '../features/auth/auth-pages.ts';
import { HOME, ownPath } from '../features/auth/redirect.ts';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { useAccountSubmit } from '../features/auth/use-account-submit.ts';
import { usePage } from '../features/shell/page-title.ts';
import { ownBuild, ownVersion, productName } from '../product.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { redirect?: string } => {
    const redirect = ownPath(search.redirect, window.location.origin);
    return redirect ? { redirect } : {};
  },
  component: LoginRoute,
});

function LoginRoute() {
  const product = productName();
  const page = loginPage(product);
  usePage(page.title, page.description);
  useReady(true);
  const { redirect = HOME } = Route.useSearch();
  const { busy, submit } = useAccountSubmit({
    call: (account, payload: LoginPayload) => account.signIn(payload),
    failure: signInFailure,
    success: () => ({ title: 'Welcome back!', message: `Successfully logged into ${product}` }),
    next: redirect,
  });
  return (
    <AuthLayout page={page} product={product} version={ownVersion()} build={ownBuild()}>
      <SignInForm busy={busy} onFocus={prepareAccount} onSubmit={submit} />
    </AuthLayout>
  );
}
