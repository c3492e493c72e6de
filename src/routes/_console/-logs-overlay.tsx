import { lazy, Suspense, useMemo } from 'react';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { useOnceOpened } from './-once-opened.ts';
import type { OverlaySearch } from './-overlay-search.ts';
import { stateOf } from './-reading-state.ts';

const AGES_EVERY_MS = 10_000;

const SystemLogsDialog = lazy(async () => {
  const { SystemLogsDialog: dialog } = await import('../../ui/system-logs/system-logs-dialog.tsx');
  return { default: dialog };
});

interface LogsOverlayProps {
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** The system logs with their data; what is looked for stands in the address. */
export function LogsOverlay({ search, onSearch }: LogsOverlayProps) {
  const opened = search.show === 'logs';
  const activity = useRead('activity');
  const now = useServerNow(AGES_EVERY_MS);
  const { q = '', severity = '' } = search;
  const filter = useMemo(() => ({ text: q, severity }), [q, severity]);
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <SystemLogsDialog
        opened={opened}
        rows={activity.data ?? []}
        reading={stateOf(activity)}
        filter={filter}
        now={now}
        onFilter={(next) => onSearch({ show: 'logs', q: next.text, severity: next.severity })}
        onClose={() => onSearch({})}
      />
    </Suspense>
  );
}
