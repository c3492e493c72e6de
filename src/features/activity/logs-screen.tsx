import { useMemo } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { filterOf, type LogSearch, matchesLog } from './log-search.ts';
import { LogsView } from './logs-view.tsx';
import { exportLogs } from './save-log.ts';
import { useLogs } from './use-logs.ts';
import '../../ui/theme/late-styles.css';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
const MINUTE_MS = 60_000;
const NOTHING: readonly Activity[] = [];

interface LogsScreenProps {
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
}

/** The system logs with their data. */
export function LogsScreen({ search, onSearch }: LogsScreenProps) {
  const activity = useRead('activity');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const filter = useMemo(() => filterOf(search, minute), [search, minute]);
  const logs = useLogs(activity.data ?? NOTHING, filter, search.row);
  return (
    <LogsView
      search={search}
      onSearch={onSearch}
      filter={filter}
      logs={logs}
      read={activity}
      platforms={platforms}
      onExport={(format) =>
        exportLogs(
          format,
          filter,
          (activity.data ?? NOTHING).filter((row) => matchesLog(row, filter)),
        )
      }
      now={now}
    />
  );
}
