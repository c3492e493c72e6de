import { createFileRoute } from '@tanstack/react-router';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { ProofForm } from '../../ui/proof/proof-form.tsx';
import { ProofHealthCard } from '../../ui/proof/proof-health-card.tsx';
import { ProofStatusCard } from '../../ui/proof/proof-status-card.tsx';
import { Screen, Tiles } from '../../ui/screen/screen.tsx';
import { usePage } from '../-page-title.ts';
import { type ProofSearch, proofSearch } from './-proof-search.ts';
import { stateOf } from './-reading-state.ts';
import { useProofStart } from './-use-proof-start.ts';

const COUNTDOWN_EVERY_MS = 1000;

export const Route = createFileRoute('/_console/admin/route66-proof')({
  validateSearch: proofSearch,
  component: ProofPage,
});

function ProofPage() {
  usePage('Route66 Proof', 'Prove a peer by three factors: a real server, a callback, a file.');
  const { challenge }: ProofSearch = Route.useSearch();
  const navigate = Route.useNavigate();
  const health = useRead('proofHealth');
  const connections = useRead('connections');
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const { pending, start } = useProofStart((id) => void navigate({ search: { challenge: id } }));
  return (
    <Screen>
      <Tiles>
        <ProofForm
          peers={connections.data?.map(({ domain }) => domain) ?? []}
          pending={pending}
          onStart={start}
        />
        <ProofHealthCard health={health.data} reading={stateOf(health)} now={now} />
      </Tiles>
      {challenge ? <ProofStatusSection challengeId={challenge} /> : null}
    </Screen>
  );
}

/** Only mounted, and so only read, once there is a challenge. */
function ProofStatusSection({ challengeId }: { challengeId: string }) {
  const status = useRead('proofStatus', { challenge_id: challengeId });
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  return (
    <ProofStatusCard
      challengeId={challengeId}
      status={status.data}
      reading={stateOf(status)}
      now={now}
    />
  );
}
