import { Box, Code, DataList, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProofHealth } from '../../../contract/shapes/proof.ts';
import { momentOf } from '../../shared/moment.ts';
import { Panel } from '../../ui/panel.tsx';
import { HealthBadge, InlineFailure, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { TimeAgoTooltip } from '../../ui/time-ago-tooltip.tsx';

interface ProofHealthCardProps {
  health: ProofHealth | undefined;
  read: ReadState;
  /** A challenge is seen running that the last read of the health does not count yet. */
  running?: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How the proof system of this node is. */
export function ProofHealthCard({ health, read, running = false, now }: ProofHealthCardProps) {
  const active = Math.max(health?.challenges_active ?? 0, running ? 1 : 0);
  return (
    <Panel
      title="Proof System Health"
      actions={<HealthBadge ok={health?.ok} read={read} good="Operational" bad="Not operational" />}
      aria-busy={read.loading}
    >
      {read.failure ? <InlineFailure text="Unable to fetch proof status" /> : null}
      <ReadNote read={read} now={now} />
      <Box mih={{ base: '10.25rem', md: '7.5rem' }}>
        {health ? (
          <DataList labelWidth="10rem">
            <Item label="Service">{health.service}</Item>
            <Item label="Active challenges">{active.toLocaleString()}</Item>
            <Item label="Well-known directory">
              <Code style={{ overflowWrap: 'anywhere' }}>{health.well_known_dir}</Code>
            </Item>
            <Item label="Reported">
              <TimeAgoTooltip at={momentOf(health.timestamp)} now={now} />
            </Item>
          </DataList>
        ) : null}
        {read.loading ? <Skeleton height="7.5rem" /> : null}
      </Box>
    </Panel>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
