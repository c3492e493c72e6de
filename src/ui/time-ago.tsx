import { Text, type TextProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTimeText } from '../console/connection.ts';
import { ageText } from '../domain/format.ts';
import { dateIn, momentText } from '../domain/moment.ts';

export interface TimeAgoProps
  extends TextProps,
    Pick<ComponentProps<'time'>, 'title' | 'tabIndex'> {
  /** Epoch milliseconds in server time; undefined when it is not known. */
  at: number | undefined;
  /** Server time now, epoch milliseconds; left out: the console's own clock. */
  now?: number | undefined;
  /** Said before the age, such as 'Updated'. */
  prefix?: string;
}

/** How old a value is. The exact time is its title. */
export function TimeAgo({ at: given = Number.NaN, now, prefix, ...text }: TimeAgoProps) {
  const at = dateIn(given);
  const before = prefix ? `${prefix} ` : '';
  const age = useTimeText((shown) => (at === undefined ? '' : ageText(at, now ?? shown)));
  if (at === undefined) {
    return (
      <Text span inherit {...text}>
        {before}age unknown
      </Text>
    );
  }
  return (
    <Text
      inherit
      title={momentText(at, true)}
      {...text}
      component="time"
      dateTime={new Date(at).toISOString()}
    >
      {before}
      {age}
    </Text>
  );
}
