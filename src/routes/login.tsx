import { createFileRoute } from '@tanstack/react-router';
import type { LoginPayload } from '../../contract/shapes/account.ts';
import { useReady } from '../client/use-ready.ts';
import { prepareAccount, signInFailure } from '../features/auth/account-calls.ts';
import { AuthFooter } from '../features/auth/auth-footer.tsx';
import { LoginPage, loginMeta } from '../features/auth/login-page.tsx';
import { HOME, ownPath } from '../features/auth/redirect.ts';
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
  const { title, description } = loginMeta(product);
  usePage(title, description);
  useReady(true);
  const { redirect = HOME } = Route.useSearch();
  const { busy, submit } = useAccountSubmit({
    call: (account, payload: LoginPayload) => account.signIn(payload),
    failure: signInFailure,
    success: () => ({ title: 'Welcome back!', message: `Successfully logged into ${product}` }),
    next: redirect,
  });
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
