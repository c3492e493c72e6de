import { Box } from '@mantine/core';
import { notifyLoadFailed, useLoading } from '../../ui/use-loaded.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SignIn } from './use-sign-in.ts';

interface SignInCardProps {
  signIn: SignIn;
  /** The account that is signed in again. */
  username?: string;
  onFocus?: () => void;
}

/** The form, and in its place the second step of an account that has one. The form keeps what was typed. */
export function SignInCard({ signIn, username, onFocus }: SignInCardProps) {
  const { busy, factors } = signIn;
  const { component: Step } = useLoading(loadStep, factors !== undefined, () => {
    notifyLoadFailed();
    signIn.back();
  });
  const isSecond = factors !== undefined && Step !== undefined;
  return (
    <>
      <Box hidden={isSecond}>
        <SignInForm
          busy={busy}
          {...(username !== undefined && { username })}
          {...(onFocus && { onFocus })}
          onSubmit={(payload) => void signIn.submit(payload)}
        />
      </Box>
      {isSecond ? <Step factors={factors} send={signIn.sendFactor} onBack={signIn.back} /> : null}
    </>
  );
}

const loadStep = async () => (await import('./second-step.tsx')).SecondStep;
