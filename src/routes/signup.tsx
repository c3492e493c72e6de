import { createFileRoute } from '@tanstack/react-router';
import type { RegistrationPayload } from '../../contract/shapes/account.ts';
import { prepareAccount, signUpFailure } from '../features/auth/account-calls.ts';
import { AuthFooter } from '../features/auth/auth-footer.tsx';
import { HOME } from '../features/auth/redirect.ts';
import { SignupPage, signupMeta } from '../features/auth/signup-page.tsx';
import { useAccountSubmit } from '../features/auth/use-account-submit.ts';
import { usePage } from '../features/shell/page-title.ts';
import { ownBuild, ownVersion, productName } from '../product.ts';
import { notify } from '../shared/notices.ts';

export const Route = createFileRoute('/signup')({ component: SignupRoute });

function SignupRoute() {
  const product = productName();
  const { title, description } = signupMeta(product);
  usePage(title, description);
  const { busy, submit } = useAccountSubmit({
    call: (account, payload: RegistrationPayload) => account.register(payload),
    failure: signUpFailure,
    success: ({ message, user }, { username }) => ({
      title: 'Account Created!',
      message: message || `Welcome, ${user?.username ?? username}`,
    }),
    next: HOME,
  });
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
