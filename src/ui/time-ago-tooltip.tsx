import { Tooltip } from '@mantine/core';
import { momentText } from '../domain/moment.ts';
import { TimeAgo, type TimeAgoProps } from './time-ago.tsx';

/**
 * How old a value is, with the exact time in a tooltip that touch and keyboard reach. In long lists show the clock time
 * instead.
 */
export function TimeAgoTooltip({ at, ...props }: TimeAgoProps) {
  if (at === undefined) return <TimeAgo at={at} {...props} />;
  return (
    <Tooltip label={momentText(at, true)}>
      <TimeAgo at={at} {...props} title={undefined} tabIndex={0} />
    </Tooltip>
  );
}
