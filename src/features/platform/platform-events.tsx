import { List, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useServerNow } from '../../console/connection.ts';
import { useReadData } from '../../console/reads.ts';
import { foldActivity } from '../../domain/activity-fold.ts';
import { filterOf } from '../../domain/log-search.ts';
import { clockText, momentOf } from '../../domain/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { useLogs } from '../activity/use-logs.ts';

const EVENTS_SHOWN = 8;
const NOTHING: never[] = [];

/**
 * The newest events of a platform.
 *
 * @param platform its id
 */
export function PlatformEvents({ platform }: { platform: string }) {
  const now = useServerNow();
  const filter = useMemo(() => filterOf({ platform }, 0), [platform]);
  const { rows, state } = useLogs(useReadData('activity') ?? NOTHING, filter, undefined);
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
}
