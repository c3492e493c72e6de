import { Stack } from '@mantine/core';
import { useState } from 'react';
import { firstPaint } from '../../client/first-paint.ts';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import type { SignIn } from './use-sign-in.ts';

export interface SignInWaysProps {
  signIn: SignIn;
  /** Where a sign-in leads. */
  next: string;
}

interface SignInWaysPlaceProps extends SignInWaysProps {
  /** The place goes where nothing is offered. On a page it stays, so that nothing moves. */
  collapses?: boolean;
}

/** Two buttons and what is between them: nothing moves when it turns out which of them there are. */
const PLACE = 'calc(2 * var(--control-height) + var(--mantine-spacing-xs))';

/** Ways to sign in beside name and password, in a place that is kept for them. */
export function SignInWays({ collapses = false, ...props }: SignInWaysPlaceProps) {
  const Buttons = useLoadedInTime(loadButtons);
  const [offered, setOffered] = useState<boolean>();
  const isSecond = props.signIn.factors !== undefined;
  if (collapses && (isSecond || offered === false)) return null;
  return (
    <Stack gap="xs" {...(!(collapses && offered) && { mih: PLACE })}>
      {Buttons && !isSecond ? <Buttons {...props} onRead={setOffered} /> : null}
    </Stack>
  );
}

async function loadButtons() {
  await firstPaint;
  return (await import('./sign-in-buttons.tsx')).SignInButtons;
}
