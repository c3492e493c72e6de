import { Text, type TextProps, Tooltip } from '@mantine/core';
import { ageText } from '../shared/format.ts';
import { momentText } from '../shared/moment.ts';

interface TimeAgoProps extends TextProps {
  /** Epoch milliseconds in server time; undefined when it is not known. */
  at: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** Said before the age, such as 'Updated'. */
  prefix?: string;
  /** Gives touch and keyboard a way to the exact time. In long lists show the clock time instead. */
  withTooltip?: boolean;
}

/** How old a value is. The exact time is its title, and its tooltip where one is asked for. */
export function TimeAgo({ at, now, prefix, withTooltip = false, ...text }: TimeAgoProps) {
  const before = prefix ? `${prefix} ` : '';
  if (at === undefined) {
    return (
      <Text span inherit {...text}>
        {before}age unknown
      </Text>
    );
  }
  const exact = momentText(at, true);
  const age = (
    <Text
      inherit
      {...text}
      component="time"
      dateTime={new Date(at).toISOString()}
      title={withTooltip ? undefined : exact}
      tabIndex={withTooltip ? 0 : undefined}
    >
      {before}
      {ageText(at, now)}
    </Text>
  );
  if (!withTooltip) return age;
  return <Tooltip label={exact}>{age}</Tooltip>;
}
