import { Stack } from '@mantine/core';
import { useState } from 'react';
import { extra } from '../../ui/extra.tsx';
import type { SignInWaysProps } from './sign-in-buttons.tsx';

const Buttons = extra(async () => (await import('./sign-in-buttons.tsx')).SignInButtons);

interface SignInWaysPlaceProps extends SignInWaysProps {
  /** The place goes where nothing is offered. On a page it stays, so that nothing moves. */
  collapses?: boolean;
}

/** Two buttons and what is between them: nothing moves when it turns out which of them there are. */
const PLACE = 'calc(2 * var(--control-height) + var(--mantine-spacing-xs))';

/** Ways to sign in beside name and password, in a place that is kept for them. */
export function SignInWays({ collapses = false, ...props }: SignInWaysPlaceProps) {
  const [offered, setOffered] = useState<boolean>();
  const isSecond = props.signIn.factors !== undefined;
  if (collapses && (isSecond || offered === false)) return null;
  return (
    <Stack gap="xs" {...(!(collapses && offered) && { mih: PLACE })}>
      {isSecond ? null : <Buttons {...props} onRead={setOffered} />}
    </Stack>
  );
}
