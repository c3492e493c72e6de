import { useMemo } from 'react';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { SystemLogsDialog } from '../../ui/system-logs/system-logs-dialog.tsx';
import type { OverlaySearch } from './-overlay-search.ts';
import { stateOf } from './-reading-state.ts';
import { saveLog } from './-save-log.ts';
import { useOlderLogs } from './-use-older-logs.ts';

const AGES_EVERY_MS = 10_000;

interface OpenedLogsProps {
  opened: boolean;
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** The system logs with their data; what is looked for stands in the address. */
export function OpenedLogs({ opened, search, onSearch }: OpenedLogsProps) {
  const activity = useRead('activity');
  const now = useServerNow(AGES_EVERY_MS);
  const { q = '', severity = '' } = search;
  const filter = useMemo(() => ({ text: q, severity }), [q, severity]);
  const { rows, older, readOlder } = useOlderLogs(activity.data, filter);
  return (
    <SystemLogsDialog
      opened={opened}
      rows={rows}
      older={older}
      reading={stateOf(activity)}
      filter={filter}
      now={now}
      onFilter={(next) => onSearch({ show: 'logs', q: next.text, severity: next.severity })}
      onOlder={readOlder}
      onSave={saveLog}
      onClose={() => onSearch({})}
    />
  );
}
