import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { notify } from '../console/notices.ts';
import { ownBuild, ownVersion, productName } from '../device/product.ts';
import { useReady } from '../device/use-ready.ts';
import { prepareAccount } from '../features/auth/account-calls.ts';
import { AuthLayout } from '../features/auth/auth-layout.tsx';
import { loginPage } from '../features/auth/auth-pages.ts';
import { HOME, ownPath } from '../features/auth/redirect.ts';
import { SignInCard } from '../features/auth/sign-in-card.tsx';
import { SignInWays } from '../features/auth/sign-in-ways.tsx';
import { useSignIn } from '../features/auth/use-sign-in.ts';
import { usePage } from '../ui/page-title.ts';
import { notifyLoadFailed } from '../ui/use-loaded.ts';

export interface LoginSearch {
  readonly redirect?: string;
  /** The OpenID provider has led back here, with a session or with a problem. */
  readonly 'signed-in'?: 'oidc';
  readonly problem?: string;
}

export const Route = createFileRoute('/login')({
  validateSearch: (search): LoginSearch => {
    const redirect = ownPath(search.redirect, window.location.origin);
    return {
      ...(redirect && { redirect }),
      ...(search['signed-in'] === 'oidc' && { 'signed-in': 'oidc' }),
      ...(typeof search.problem === 'string' && { problem: search.problem }),
    };
  },
  component: LoginRoute,
});

function LoginRoute() {
  const product = productName();
  const page = loginPage(product);
  usePage(page.title, page.description);
  useReady(true);
  const router = useRouter();
  const { redirect: next = HOME, 'signed-in': isBack, problem } = Route.useSearch();

  function welcome(): void {
    const message = `Successfully logged into ${product}`;
    notify({ title: 'Welcome back!', message, severity: 'success' });
  }
  const signIn = useSignIn(() => {
    welcome();
    router.history.push(next);
  });

  const comeBack = useEffectEvent(() => {
    // It is said once: not again by a reload, nor by the way back to this page.
    router.history.replace(`/login?redirect=${encodeURIComponent(next)}`);
    import('../features/auth/oidc-return.ts').then(async (back) => {
      if (problem !== undefined) back.notifyProblem(problem);
      else if (await back.finishSignIn()) {
        welcome();
        router.history.replace(next);
      }
    }, notifyLoadFailed);
  });
  useEffect(() => {
    if (isBack !== undefined || problem !== undefined) comeBack();
  }, [isBack, problem]);

  return (
    <AuthLayout
      page={page}
      product={product}
      version={ownVersion()}
      build={ownBuild()}
      below={<SignInWays signIn={signIn} next={next} />}
    >
      <SignInCard signIn={signIn} onFocus={prepareAccount} />
    </AuthLayout>
  );
}
