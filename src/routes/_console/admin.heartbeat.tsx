import { createFileRoute } from '@tanstack/react-router';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { EndpointAuditCard } from '../../ui/heartbeat/endpoint-audit-card.tsx';
import { MeshHealthCard } from '../../ui/heartbeat/mesh-health-card.tsx';
import { ThreeFactors } from '../../ui/heartbeat/three-factors.tsx';
import { Screen, Tiles } from '../../ui/screen/screen.tsx';
import { usePage } from '../-page-title.ts';
import { stateOf } from './-reading-state.ts';

const AGES_EVERY_MS = 5000;

export const Route = createFileRoute('/_console/admin/heartbeat')({ component: HeartbeatPage });

function HeartbeatPage() {
  usePage('Heartbeat', 'How this node is, and which calls it answers.');
  const health = useRead('meshHealth');
  const audit = useRead('endpointAudit');
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <Screen>
      <Tiles>
        <MeshHealthCard health={health.data} reading={stateOf(health)} now={now} />
        <EndpointAuditCard audit={audit.data} reading={stateOf(audit)} now={now} />
      </Tiles>
      <ThreeFactors />
    </Screen>
  );
}
