import { Grid, Stack } from '@mantine/core';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import type { ProofSearch } from './proof-search.ts';
import { ProofStatusCard } from './proof-status-card.tsx';
import { ProofsSection } from './proofs-section.tsx';
import { useProofStart } from './use-proof-start.ts';
import '../../ui/theme/late-styles.css';

const COUNTDOWN_EVERY_MS = 1000;

interface ProofPageProps {
  search: ProofSearch;
  onSearch: (search: ProofSearch) => void;
}

export function ProofPage({ search, onSearch }: ProofPageProps) {
  const health = useRead('proofHealth');
  const connections = useRead('connections');
  const status = useRead(
    'proofStatus',
    search.challenge === undefined ? null : { challenge_id: search.challenge },
  );
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const { pending, start } = useProofStart((challenge) => onSearch({ challenge }));
  const isRunning = status.data !== undefined && status.data.deadline * 1000 > now;
  return (
    <Stack gap="md">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ProofForm
            platforms={connections.data ?? configuredPlatforms()}
            peer={search.peer}
            pending={pending}
            onStart={start}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {search.challenge === undefined ? null : (
            <ProofStatusCard
              challengeId={search.challenge}
              status={status.data}
              read={status}
              now={now}
            />
          )}
        </Grid.Col>
      </Grid>
      <ProofHealthCard
        health={health.data}
        read={health}
        running={isRunning && !status.data?.verified}
        now={now}
      />
      <ProofsSection />
    </Stack>
  );
}
