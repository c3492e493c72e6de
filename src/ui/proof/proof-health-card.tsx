import type { ProofHealth } from '../../../contract/shapes/proof.ts';
import { Facts, FactsPlaceholder } from '../facts/facts.tsx';
import { momentOf, momentText } from '../moment/moment.ts';
import { Panel } from '../panel/panel.tsx';
import { HealthBadge } from '../reading-note/health-badge.tsx';
import { InlineFailure } from '../reading-note/inline-failure.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';

interface ProofHealthCardProps {
  health: ProofHealth | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const WAITING = ['service', 'challenges', 'directory', 'time'];

/** How the proof system of this node is. */
export function ProofHealthCard({ health, reading, now }: ProofHealthCardProps) {
  return (
    <Panel
      title="Proof System Health"
      actions={
        <HealthBadge ok={health?.ok} reading={reading} good="Operational" bad="Not operational" />
      }
      aria-busy={reading.loading}
    >
      {reading.failure ? <InlineFailure text="Unable to fetch proof status" /> : null}
      <ReadingNote reading={reading} now={now} />
      {health ? (
        <Facts
          facts={[
            { name: 'Service', value: health.service },
            { name: 'Active challenges', value: health.challenges_active.toLocaleString() },
            {
              name: 'Well-known directory',
              value: <code>{health.well_known_dir}</code>,
              wide: true,
            },
            { name: 'Server time', value: momentText(momentOf(health.timestamp), true) },
          ]}
        />
      ) : null}
      {reading.loading ? <FactsPlaceholder names={WAITING} wide="directory" /> : null}
    </Panel>
  );
}
