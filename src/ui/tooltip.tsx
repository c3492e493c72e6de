import { Tooltip, type TooltipProps } from '@mantine/core';
import './theme/late-styles.css';

/** What `LazyTooltip` loads. */
export function ButtonTooltip(props: Pick<TooltipProps, 'target' | 'label' | 'opened'>) {
  return <Tooltip multiline maw="min(20rem, calc(100vw - 1rem))" {...props} />;
}
