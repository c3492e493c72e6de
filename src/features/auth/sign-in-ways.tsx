import { Stack } from '@mantine/core';
import { firstPaint } from '../../client/first-paint.ts';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import type { SignIn } from './use-sign-in.ts';

export interface SignInWaysProps {
  signIn: SignIn;
  /** Where a sign-in leads. */
  next: string;
}

/** Two buttons and what is between them: nothing moves when it turns out which of them there are. */
const PLACE = 'calc(2 * var(--control-height) + var(--mantine-spacing-xs))';

/** Ways to sign in beside name and password, in a place that is kept for them. */
export function SignInWays(props: SignInWaysProps) {
  const Buttons = useLoadedInTime(loadButtons);
  return (
    <Stack gap="xs" mih={PLACE}>
      {Buttons && !props.signIn.factors ? <Buttons {...props} /> : null}
    </Stack>
  );
}

async function loadButtons() {
  await firstPaint;
  return (await import('./sign-in-buttons.tsx')).SignInButtons;
}
