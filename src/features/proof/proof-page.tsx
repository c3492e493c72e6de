import { SimpleGrid, Stack } from '@mantine/core';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import type { ProofSearch } from './proof-search.ts';
import { ProofStatusCard } from './proof-status-card.tsx';
import { RecentProofs } from './recent-proofs-card.tsx';
import { useProofStart } from './use-proof-start.ts';
import '../../ui/theme/late-styles.css';

const COUNTDOWN_EVERY_MS = 1000;

interface ProofPageProps {
  search: ProofSearch;
  onSearch: (search: ProofSearch) => void;
}

export function ProofPage({ search: { challenge, peer }, onSearch }: ProofPageProps) {
  const health = useRead('proofHealth');
  const connections = useRead('connections');
  const status = useRead(
    'proofStatus',
    challenge === undefined ? null : { challenge_id: challenge },
  );
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const { pending, start } = useProofStart((id) => onSearch({ challenge: id }));
  const isRunning = status.data !== undefined && status.data.deadline * 1000 > now;
  const running = isRunning && !status.data?.verified;
  const healthCard = <ProofHealthCard health={health} running={running} now={now} />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ProofForm
          platforms={connections.data ?? configuredPlatforms()}
          peer={peer}
          pending={pending}
          onStart={start}
        />
        {challenge === undefined ? (
          healthCard
        ) : (
          <ProofStatusCard challengeId={challenge} status={status} now={now} />
        )}
      </SimpleGrid>
      {challenge === undefined ? null : healthCard}
      <RecentProofs />
    </Stack>
  );
}
