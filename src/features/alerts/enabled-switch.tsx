import { Switch, type SwitchProps } from '@mantine/core';
import type { Ref } from 'react';

interface EnabledSwitchProps extends Pick<SwitchProps, 'disabled' | 'onChange'> {
  /** Of what is on or off. */
  name: string;
  enabled: boolean;
}

/** What a tooltip needs: the input itself is not seen, and not pointed at. */
interface PointedAt extends Pick<SwitchProps, 'onMouseEnter' | 'onMouseLeave'> {
  ref?: Ref<HTMLDivElement>;
}

/** Switches a channel or a rule on or off. */
export function EnabledSwitch({ name, enabled, ...rest }: EnabledSwitchProps) {
  const { ref, onMouseEnter, onMouseLeave, ...input }: Omit<SwitchProps, 'ref'> & PointedAt = rest;
  return (
    <Switch
      {...input}
      label={enabled ? 'On' : 'Off'}
      aria-label={`${name} is on`}
      checked={enabled}
      rootRef={ref ?? null}
      wrapperProps={{ onMouseEnter, onMouseLeave }}
    />
  );
}
