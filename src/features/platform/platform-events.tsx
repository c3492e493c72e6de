import { List, Text } from '@mantine/core';
import { clockText, momentOf } from '../../shared/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { foldActivity } from '../activity/activity-fold.ts';
import type { Logs } from '../activity/use-logs.ts';

const EVENTS_SHOWN = 8;

export type EventsOfPlatform = Pick<Logs, 'rows' | 'state'>;

interface PlatformEventsProps {
  events: EventsOfPlatform;
  now: number;
}

/** The newest events of a platform. */
export function PlatformEvents({ events, now }: PlatformEventsProps) {
  return (
    <>
      <List listStyleType="none" size="sm" spacing="xs">
        {foldActivity(events.rows)
          .slice(0, EVENTS_SHOWN)
          .map(({ row, rows, message }) => {
            const at = momentOf(row.createdAt);
            return (
              <List.Item key={row.id} lh="sm" icon={<SeverityMark severity={row.severity} />}>
                <Text span inherit c="dimmed" mr="xs">
                  {at === undefined ? row.createdAt : clockText(at, now)}
                </Text>
                {message}
                {rows.length > 1 ? (
                  <Text span inherit c="dimmed">
                    {' '}
                    ×{rows.length}
                  </Text>
                ) : null}
              </List.Item>
            );
          })}
      </List>
      {events.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {events.state === 'searching' ? 'Searching…' : 'No events.'}
        </Text>
      ) : null}
    </>
  );
}
