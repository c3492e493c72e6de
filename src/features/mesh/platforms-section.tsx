import type { HistoryRange } from '../../../contract/limits.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { PlatformsPanel } from './platforms-panel.tsx';

const AGES_EVERY_MS = 10_000;

interface PlatformsSectionProps {
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
}

/** The platforms panel with its data. */
export function PlatformsSection({ range, onRange }: PlatformsSectionProps) {
  const connections = useRead('connections');
  const history = useRead('meshHistory', { range });
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <PlatformsPanel
      connections={connections.data}
      read={connections}
      history={history.failure?.status === 404 ? null : { data: history.data, read: history }}
      range={range}
      onRange={onRange}
      now={now}
    />
  );
}
