import { Button } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { OIDC_START_PATH } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { prepareAccount } from './account-calls.ts';
import { browserHasPasskeys, preparePasskeys } from './passkeys.ts';
import { readSignInOptions } from './sign-in-options.ts';
import type { SignInWaysProps } from './sign-in-ways.tsx';

/** What of the ways to sign in this server and this browser have; nothing until that is known. */
export function SignInButtons({ signIn, next }: SignInWaysProps) {
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => void readSignInOptions().then(setOptions), []);
  return <OfferedWays options={options} signIn={signIn} next={next} />;
}

interface OfferedWaysProps extends SignInWaysProps {
  options: SignInOptions | undefined;
}

export function OfferedWays({ options, signIn, next }: OfferedWaysProps) {
  const hasPasskeys = options?.passkeyProblem === null && browserHasPasskeys();
  const provider = options?.oidc?.name;
  useEffect(() => {
    if (hasPasskeys) preparePasskeys();
  }, [hasPasskeys]);
  return (
    <>
      {hasPasskeys ? (
        <Button
          fullWidth
          disabled={signIn.busy}
          leftSection={<IconFingerprint size={18} />}
          onPointerEnter={prepareAccount}
          onFocus={prepareAccount}
          onClick={() => void signIn.byPasskey()}
        >
          Sign in with a passkey
        </Button>
      ) : null}
      {provider ? (
        <Button
          component="a"
          href={`${OIDC_START_PATH}?redirect=${encodeURIComponent(next)}`}
          fullWidth
          leftSection={<IconLogin2 size={18} />}
        >
          Sign in with {provider}
        </Button>
      ) : null}
    </>
  );
}
