import type { MeshHealth } from '../../../contract/shapes/mesh.ts';
import { uptimeText } from '../../shared/format.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { type DataRead, HealthBadge } from '../../ui/read-state.tsx';
import { complianceLabels } from './summary-labels.ts';

interface MeshHealthCardProps {
  health: DataRead<MeshHealth>;
  /** Of this node and its platforms: answering now, and all of them; undefined while it is not known. */
  mesh: { readonly answering: number; readonly total: number } | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How this node is, by its own report; the state of the mesh stands below it. */
export function MeshHealthCard({ health, mesh, now }: MeshHealthCardProps) {
  return (
    <ReadPanel
      title="Mesh Health"
      description={mesh ? `This node. The mesh: ${mesh.answering} of ${mesh.total}` : 'This node'}
      actions={<HealthBadge read={health} good="Healthy" bad="Unhealthy" />}
      read={health}
      failed="Unable to fetch health status"
      room="8rem"
      now={now}
    >
      {({ platform, uptime, heartbeat_interval_sec: intervalSec, compliance }) => (
        <DescriptionList
          labelWidth="9rem"
          items={{
            Platform: platform,
            Uptime: uptimeText(uptime),
            'Heartbeat interval': `${intervalSec} s`,
            Compliance: complianceLabels(compliance).join(', ') || 'Not stated',
          }}
        />
      )}
    </ReadPanel>
  );
}
