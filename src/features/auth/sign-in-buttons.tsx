import { Button } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { OIDC_START_PATH } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { browserHasPasskeys, preparePasskeys } from '../../console/passkeys.ts';
import { extra } from '../../ui/extra.tsx';
import { prepareAccount } from './account-calls.ts';
import { askSignInOptions, type OptionsAnswer } from './sign-in-options.ts';
import type { SignIn } from './use-sign-in.ts';

export interface SignInWaysProps {
  signIn: SignIn;
  /** Where a sign-in leads. */
  next: string;
}

const Trouble = extra(async () => (await import('./server-trouble.tsx')).ServerTrouble);

/** While nobody can sign in. */
const ASK_AGAIN_MS = 3000;

interface SignInButtonsProps extends SignInWaysProps {
  /** @param offered whether there is any */
  onRead: (offered: boolean) => void;
}

/** What of the ways to sign in this server and this browser have; nothing until that is known. */
export function SignInButtons({ signIn, next, onRead }: SignInButtonsProps) {
  const [answer, setAnswer] = useState<OptionsAnswer>({});
  const { options, trouble } = answer;
  const onAnswer = useEffectEvent((read: OptionsAnswer) => {
    setAnswer(read);
    onRead(Boolean(read.trouble || read.options?.oidc) || hasPasskeySignIn(read.options));
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask(): Promise<void> {
      const read = await askSignInOptions();
      if (isOver) return;
      onAnswer(read);
      if (read.trouble) timer = setTimeout(ask, ASK_AGAIN_MS);
    }
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <>
      <div role="status">{trouble ? <Trouble trouble={trouble} /> : null}</div>
      {trouble ? null : <OfferedWays options={options} signIn={signIn} next={next} />}
    </>
  );
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
