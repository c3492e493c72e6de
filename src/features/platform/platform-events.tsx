import { List, Text } from '@mantine/core';
import { memo } from 'react';
import { clockText, momentOf } from '../../shared/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { foldActivity } from '../activity/activity-fold.ts';
import type { Logs } from '../activity/use-logs.ts';

const EVENTS_SHOWN = 8;

export type EventsOfPlatform = Pick<Logs, 'rows' | 'state'>;

interface PlatformEventsProps extends EventsOfPlatform {
  now: number;
}

/** The newest events of a platform. */
export const PlatformEvents = memo(function PlatformEvents({
  rows,
  state,
  now,
}: PlatformEventsProps) {
  return (
    <>
      <List listStyleType="none" size="sm" spacing="xs">
        {foldActivity(rows)
          .slice(0, EVENTS_SHOWN)
          .map(({ row, rows: { length }, message }) => {
            const at = momentOf(row.createdAt);
            return (
              <List.Item key={row.id} lh="sm" icon={<SeverityMark severity={row.severity} />}>
                <Text span inherit c="dimmed" mr="xs">
                  {at === undefined ? row.createdAt : clockText(at, now)}
                </Text>
                {message}
                {length > 1 ? (
                  <Text span inherit c="dimmed">
                    {' '}
                    ×{length}
                  </Text>
                ) : null}
              </List.Item>
            );
          })}
      </List>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {state === 'searching' ? 'Searching…' : 'No events.'}
        </Text>
      ) : null}
    </>
  );
});
