import { createFileRoute, Link } from '@tanstack/react-router';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { buttonLook } from '../../ui/button/button-look.ts';
import { ComingSoon } from '../../ui/coming-soon/coming-soon.tsx';
import { HandshakesCard } from '../../ui/proof/handshakes-card.tsx';
import { ProofHealthCard } from '../../ui/proof/proof-health-card.tsx';
import { RecentProofsCard } from '../../ui/proof/recent-proofs-card.tsx';
import { Row, Screen, Tiles } from '../../ui/screen/screen.tsx';
import { ROUTE66_PARTS } from '../../ui/status-panel/status-items.ts';
import { StatusPanel } from '../../ui/status-panel/status-panel.tsx';
import { usePage } from '../-page-title.ts';
import { stateOf } from './-reading-state.ts';
import { stateAbove } from './-state-above.ts';

const AGES_EVERY_MS = 5000;
const NOT_FOUND = 404;

export const Route = createFileRoute('/_console/route66-protocol')({ component: Route66Page });

function Route66Page() {
  usePage(
    'Route66 Protocol',
    'Handshakes, heartbeats and proofs between the platforms of the mesh.',
  );
  const stats = useRead('stats');
  const health = useRead('proofHealth');
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <Screen>
      <Row>
        <Link to="/admin/route66-proof" className={buttonLook('primary')}>
          Prove a peer
        </Link>
        <Link to="/admin/heartbeat" className={buttonLook()}>
          Heartbeat and endpoints
        </Link>
      </Row>
      <Tiles>
        <HandshakesCard stats={stats.data} reading={stateOf(stats)} now={now} />
        <ProofHealthCard health={health.data} reading={stateOf(health)} now={now} />
      </Tiles>
      <ProofsSection />
      <StatusPanel
        title="Parts of the protocol"
        items={ROUTE66_PARTS}
        footer="What the parts are for; the cards above are measured."
      />
      <ComingSoon
        title="Configuration"
        text="Route66 protocol configuration and monitoring coming soon"
        hint={`Until then the protocol runs as the server's configuration says. ${stateAbove(stats, health)}`}
      />
    </Screen>
  );
}

/** The list is an extra call: on a server without it there is no card. */
function ProofsSection() {
  const proofs = useRead('proofs');
  const now = useServerNow(AGES_EVERY_MS);
  if (proofs.failure?.status === NOT_FOUND) return null;
  return <RecentProofsCard proofs={proofs.data} reading={stateOf(proofs)} now={now} />;
}
