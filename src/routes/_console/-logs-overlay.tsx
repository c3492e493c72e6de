import { lazy, Suspense } from 'react';
import { useOnceOpened } from './-once-opened.ts';
import type { OverlaySearch } from './-overlay-search.ts';

const OpenedLogs = lazy(async () => {
  const { OpenedLogs: component } = await import('./-opened-logs.tsx');
  return { default: component };
});

interface LogsOverlayProps {
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** The system logs; nothing of them is loaded or read before they are first opened. */
export function LogsOverlay({ search, onSearch }: LogsOverlayProps) {
  const opened = search.show === 'logs';
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <OpenedLogs opened={opened} search={search} onSearch={onSearch} />
    </Suspense>
  );
}
