import type { MeshHealth } from '../../../contract/shapes/mesh.ts';
import { Badge } from '../badge/badge.tsx';
import { Facts, FactsPlaceholder } from '../facts/facts.tsx';
import { Panel } from '../panel/panel.tsx';
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
      actions={<Health ok={health?.ok} unknown={reading.age === 'unknown'} />}
      aria-busy={reading.loading}
    >
      {reading.failure ? <InlineFailure text="Unable to fetch health status" /> : null}
      <ReadingNote reading={reading} now={now} />
      {health ? <Facts facts={factsOf(health)} /> : null}
      {reading.loading ? <FactsPlaceholder names={WAITING} /> : null}
    </Panel>
  );
}

function Health({ ok, unknown }: { ok: boolean | undefined; unknown: boolean }) {
  if (ok === undefined || unknown) return <Badge>UNKNOWN</Badge>;
  return <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'Healthy' : 'Unhealthy'}</Badge>;
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
