import { Code } from '@mantine/core';
import type { ProofHealth } from '../../../contract/shapes/proof.ts';
import { momentOf } from '../../shared/moment.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { type DataRead, HealthBadge } from '../../ui/read-state.tsx';
import { TimeAgoTooltip } from '../../ui/time-ago-tooltip.tsx';

interface ProofHealthCardProps {
  health: DataRead<ProofHealth>;
  /** A challenge is seen running that the last read of the health does not count yet. */
  running?: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How the proof system of this node is. */
export function ProofHealthCard({ health, running = false, now }: ProofHealthCardProps) {
  return (
    <ReadPanel
      title="Proof System Health"
      actions={<HealthBadge read={health} good="Operational" bad="Not operational" />}
      read={health}
      failed="Unable to fetch proof status"
      room={{ base: '10.25rem', md: '7.5rem' }}
      now={now}
    >
      {({ service, challenges_active: active, well_known_dir: directory, timestamp }) => (
        <DescriptionList
          items={{
            Service: service,
            'Active challenges': Math.max(active, running ? 1 : 0).toLocaleString(),
            'Well-known directory': <Code>{directory}</Code>,
            Reported: <TimeAgoTooltip at={momentOf(timestamp)} now={now} />,
          }}
        />
      )}
    </ReadPanel>
  );
}
