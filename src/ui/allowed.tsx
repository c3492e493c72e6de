import type { ComponentProps, ReactElement } from 'react';
import type { CallName } from '../../contract/paths.ts';
import { useDisabledReason } from '../console/permissions.ts';
import { LazyTooltip } from './lazy-tooltip.tsx';

interface AllowedProps {
  /** What the button does; undefined: everybody may press it. */
  call: CallName | undefined;
  /** Why nobody can press it now; undefined: it can be pressed. */
  unless?: string | undefined;
  children: ReactElement<ComponentProps<'button'>>;
}

/** A button for those whose role allows its call; for the others it is disabled and says why. */
export function Allowed({ call, unless, children }: AllowedProps) {
  const reason = useDisabledReason(call) ?? unless;
  return (
    <LazyTooltip label={undefined} disabledReason={reason}>
      {children}
    </LazyTooltip>
  );
}
