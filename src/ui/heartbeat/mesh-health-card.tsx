import type { MeshHealth } from '../../../contract/shapes/mesh.ts';
import { Facts, FactsPlaceholder } from '../facts/facts.tsx';
import { Panel } from '../panel/panel.tsx';
import { HealthBadge } from '../reading-note/health-badge.tsx';
import { InlineFailure } from '../reading-note/inline-failure.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { complianceWords } from './compliance-words.ts';
import { uptimeText } from './uptime-text.ts';

interface MeshHealthCardProps {
  health: MeshHealth | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const WAITING = ['platform', 'uptime', 'interval', 'compliance'];

/** How this node is, by its own word. */
export function MeshHealthCard({ health, reading, now }: MeshHealthCardProps) {
  return (
    <Panel
      title="Mesh Health"
      actions={<HealthBadge ok={health?.ok} reading={reading} good="Healthy" bad="Unhealthy" />}
      aria-busy={reading.loading}
    >
      {reading.failure ? <InlineFailure text="Unable to fetch health status" /> : null}
      <ReadingNote reading={reading} now={now} />
      {health ? <Facts facts={factsOf(health)} /> : null}
      {reading.loading ? <FactsPlaceholder names={WAITING} /> : null}
    </Panel>
  );
}

function factsOf(health: MeshHealth) {
  const words = complianceWords(health.compliance);
  return [
    { name: 'Platform', value: health.platform },
    { name: 'Uptime', value: uptimeText(health.uptime) },
    { name: 'Heartbeat interval', value: `${health.heartbeat_interval_sec} s` },
    { name: 'Compliance', value: words.length === 0 ? 'Not stated' : words.join(', ') },
  ];
}
