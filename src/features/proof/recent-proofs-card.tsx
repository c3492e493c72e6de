import { Anchor, Badge } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { peerName } from '../../domain/platform-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { factorsText, proofOutcome } from './proof-state.ts';

const DEADLINES_EVERY_MS = 5000;

/** The last challenges, how each ended, and a way to its status. On a server without that call there is no card. */
export function RecentProofs() {
  const proofs = useRead('proofs');
  const now = useServerNow(DEADLINES_EVERY_MS);
  const platforms = useKnownPlatforms();
  if (isMissing(proofs)) return null;
  return (
    <ReadPanel
      flush
      title="Recent Proofs"
      read={proofs}
      failed="The proofs could not be read"
      room="8.8125rem"
      lines={3}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="No peer has been challenged yet"
            description="Each proof stays listed here for a day."
            icon={<IconShieldCheck />}
          />
        ) : (
          <ScrollTable
            label="Recent proofs"
            minWidth="30rem"
            data={{
              head: ['Peer', 'Result', 'Factors', 'Started'],
              body: rows.map((proof) => cellsOf(proof, peerName(proof.peer, platforms), now)),
            }}
          />
        )
      }
    </ReadPanel>
  );
}

function cellsOf(proof: ProofRow, name: string, now: number): ReactNode[] {
  const { label, color } = proofOutcome(proof, now);
  return [
    <Anchor
      key="peer"
      inherit
      renderRoot={(props) => (
        <Link to="/admin/route66-proof" search={{ challenge: proof.id }} {...props} />
      )}
      aria-label={`Status of the challenge of ${name}`}
    >
      {name}
    </Anchor>,
    <Badge key="result" color={color} miw="max-content">
      {label}
    </Badge>,
    factorsText(proof),
    <TimeAgo key="started" at={proof.startedAt} />,
  ];
}
