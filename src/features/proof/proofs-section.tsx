import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { RecentProofsCard } from './recent-proofs-card.tsx';

const AGES_EVERY_MS = 5000;
const NOT_FOUND = 404;

/** The list is an extra call: on a server without it there is no card. */
export function ProofsSection() {
  const proofs = useRead('proofs');
  const now = useServerNow(AGES_EVERY_MS);
  if (proofs.failure?.status === NOT_FOUND) return null;
  return <RecentProofsCard proofs={proofs.data} read={proofs} now={now} />;
}
