import { Anchor, Badge, Box, EmptyState, Skeleton, Stack, Table } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { factorsText, proofOutcome } from './proof-state.ts';

interface RecentProofsCardProps {
  /** Newest first. */
  proofs: readonly ProofRow[] | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The last challenges, how each ended, and a way to its status. */
export function RecentProofsCard({ proofs, read, now }: RecentProofsCardProps) {
  return (
    <Panel
      flush
      title="Recent Proofs"
      footer={proofs && readTrouble(read) ? <ReadNote read={read} now={now} /> : null}
      aria-busy={read.loading}
    >
      <Box mih="13rem">
        {proofs ? <Proofs proofs={proofs} now={now} /> : <NoProofs read={read} />}
      </Box>
    </Panel>
  );
}

function Proofs({ proofs, now }: { proofs: readonly ProofRow[]; now: number }) {
  if (proofs.length === 0) {
    return (
      <EmptyState
        size="sm"
        p="md"
        title="No peer has been challenged yet"
        description="Each proof stays listed here for a day."
        icon={<IconShieldCheck aria-hidden="true" />}
      />
    );
  }
  return (
    <Table.ScrollContainer
      minWidth="30rem"
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Recent proofs, table"
    >
      <Table>
        <thead>
          <tr>
            <th>Peer</th>
            <th>Result</th>
            <th>Factors</th>
            <th>Started</th>
          </tr>
        </thead>
        <tbody>
          {proofs.map((proof) => {
            const outcome = proofOutcome(proof, now);
            return (
              <tr key={proof.id}>
                <td>
                  <Anchor
                    component={Link}
                    to="/admin/route66-proof"
                    search={{ challenge: proof.id } as never}
                    aria-label={`Status of the challenge of ${proof.peer}`}
                  >
                    {proof.peer}
                  </Anchor>
                </td>
                <td>
                  <Badge color={outcome.color} maw="none">
                    {outcome.label}
                  </Badge>
                </td>
                <td>{factorsText(proof)}</td>
                <td>
                  <TimeAgo at={proof.startedAt} now={now} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NoProofs({ read }: { read: ReadState }) {
  if (read.failure)
    return <ReadFailed text="The proofs could not be read" failure={read.failure} />;
  return (
    <Stack gap="xs" p="md">
      <Skeleton height="2.5rem" />
      <Skeleton height="2.5rem" />
      <Skeleton height="2.5rem" />
    </Stack>
  );
}
