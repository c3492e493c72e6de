import { Button } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { OIDC_START_PATH } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { prepareAccount } from './account-calls.ts';
import { browserHasPasskeys, preparePasskeys } from './passkeys.ts';
import { readSignInOptions } from './sign-in-options.ts';
import type { SignInWaysProps } from './sign-in-ways.tsx';

interface SignInButtonsProps extends SignInWaysProps {
  /** @param offered whether there is any */
  onRead: (offered: boolean) => void;
}

/** What of the ways to sign in this server and this browser have; nothing until that is known. */
export function SignInButtons({ signIn, next, onRead }: SignInButtonsProps) {
  const [options, setOptions] = useState<SignInOptions>();
  const onOptions = useEffectEvent((read: SignInOptions | undefined) => {
    setOptions(read);
    onRead(hasPasskeySignIn(read) || Boolean(read?.oidc));
  });
  useEffect(() => void readSignInOptions().then((read) => onOptions(read)), []);
  return <OfferedWays options={options} signIn={signIn} next={next} />;
}

const hasPasskeySignIn = (options: SignInOptions | undefined) =>
  options?.passkeyProblem === null && browserHasPasskeys();

interface OfferedWaysProps extends SignInWaysProps {
  options: SignInOptions | undefined;
}

export function OfferedWays({ options, signIn, next }: OfferedWaysProps) {
  const hasPasskeys = hasPasskeySignIn(options);
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
