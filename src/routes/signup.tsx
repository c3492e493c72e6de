import { createFileRoute, useLocation } from '@tanstack/react-router';
import { notify } from '../console/notices.ts';
import { ownBuild, ownVersion, productName } from '../device/product.ts';
import { PASSWORD_MISMATCH, prepareAccount } from '../features/auth/account-calls.ts';
import { AuthLayout, NOTE_ID } from '../features/auth/auth-layout.tsx';
import { signupPage } from '../features/auth/auth-pages.ts';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { useAdmission, useSignUp } from '../features/auth/use-admission.ts';
import { usePage } from '../ui/page-title.ts';

export const Route = createFileRoute('/signup')({ component: SignupRoute });

function SignupRoute() {
  const product = productName();
  const page = signupPage(product);
  usePage(page.title, page.description);
  const secret = useLocation({ select: ({ hash }) => invitationIn(hash) });
  const { note, isClosed, invitation } = useAdmission(secret);
  const { busy, problem, signUp } = useSignUp(secret);
  return (
    <AuthLayout page={page} product={product} version={ownVersion()} build={ownBuild()} note={note}>
      <SignUpForm
        busy={busy}
        problem={problem}
        closedBy={isClosed ? NOTE_ID : undefined}
        onFocus={prepareAccount}
        onSubmit={(payload) => signUp(invitation ? { ...payload, invitation } : payload)}
        onMismatch={() => notify(PASSWORD_MISMATCH)}
      />
    </AuthLayout>
  );
}

/** @returns the secret of an invitation's link */
const invitationIn = (hash: string) => new URLSearchParams(hash).get('invitation') ?? undefined;
