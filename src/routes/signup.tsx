import { createFileRoute } from '@tanstack/react-router';
import type { RegistrationPayload } from '../../contract/sent/account.ts';
import {
  PASSWORD_MISMATCH,
  prepareAccount,
  signUpFailure,
} from '../features/auth/account-calls.ts';
import { AuthLayout } from '../features/auth/auth-layout.tsx';
import { signupPage } from '../features/auth/auth-pages.ts';
import { HOME } from '../features/auth/redirect.ts';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { useAccountSubmit } from '../features/auth/use-account-submit.ts';
import { usePage } from '../features/shell/page-title.ts';
import { ownBuild, ownVersion, productName } from '../product.ts';
import { notify } from '../shared/notices.ts';

export const Route = createFileRoute('/signup')({ component: SignupRoute });

function SignupRoute() {
  const product = productName();
  const page = signupPage(product);
  usePage(page.title, page.description);
  const { busy, submit } = useAccountSubmit({
    call: (account, payload: RegistrationPayload) => account.register(payload),
    failure: signUpFailure,
    success: ({ message, user }, payload) => ({
      title: 'Account Created!',
      message: message || `Welcome, ${user?.username ?? payload.username}`,
    }),
    next: HOME,
  });
  return (
    <AuthLayout page={page} product={product} version={ownVersion()} build={ownBuild()}>
      <SignUpForm
        busy={busy}
        onFocus={prepareAccount}
        onSubmit={submit}
        onMismatch={() => notify(PASSWORD_MISMATCH)}
      />
    </AuthLayout>
  );
}
