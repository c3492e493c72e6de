import { SimpleGrid, Stack } from '@mantine/core';
import { useServerNow } from '../../console/connection.ts';
import { useRead } from '../../console/reads.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import type { ProofSearch } from './proof-search.ts';
import { ProofStatusCard } from './proof-status-card.tsx';
import { RecentProofs } from './recent-proofs-card.tsx';
import '../../ui/theme/late-styles.css';

const COUNTDOWN_EVERY_MS = 1000;

interface ProofPageProps {
  search: ProofSearch;
  onSearch: (search: ProofSearch) => void;
}

export function ProofPage({ search: { challenge, peer }, onSearch }: ProofPageProps) {
  const status = useRead(
    'proofStatus',
    challenge === undefined ? null : { challenge_id: challenge },
  );
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const isRunning = status.data !== undefined && status.data.deadline * 1000 > now;
  const running = isRunning && !status.data?.verified;
  const healthCard = <ProofHealthCard running={running} />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ProofForm peer={peer} onStarted={(id) => onSearch({ challenge: id })} />
        {challenge === undefined ? healthCard : <ProofStatusCard challengeId={challenge} />}
      </SimpleGrid>
      {challenge === undefined ? null : healthCard}
      <RecentProofs />
    </Stack>
  );
}
