import { Code } from '@mantine/core';
import { useRead } from '../../console/reads.ts';
import { momentOf } from '../../domain/moment.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { HealthBadge } from '../../ui/health-badge.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { TimeAgoTooltip } from '../../ui/time-ago-tooltip.tsx';

/**
 * How the proof system of this node is.
 *
 * @param running a challenge is seen running that the last read of the health does not count yet
 */
export function ProofHealthCard({ running = false }: { running?: boolean }) {
  const health = useRead('proofHealth');
  return (
    <ReadPanel
      title="Proof System Health"
      actions={<HealthBadge read={health} good="Operational" bad="Not operational" />}
      read={health}
      failed="Unable to fetch proof status"
      room="7.875rem"
    >
      {({ service, challenges_active: active, well_known_dir: directory, timestamp }) => (
        <DescriptionList
          items={{
            Service: service,
            'Active challenges': Math.max(active, running ? 1 : 0).toLocaleString(),
            'Well-known files': <Code>{directory}</Code>,
            Reported: <TimeAgoTooltip at={momentOf(timestamp)} />,
          }}
        />
      )}
    </ReadPanel>
  );
}
