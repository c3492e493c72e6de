import { DataList, Skeleton } from '@mantine/core';
import type { MeshHealth } from '../../../contract/shapes/mesh.ts';
import { uptimeText } from '../../shared/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { HealthBadge, InlineFailure, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { complianceLabels } from './compliance-labels.ts';

interface MeshHealthCardProps {
  health: MeshHealth | undefined;
  read: ReadState;
  /** Of this node and its platforms: answering now, and all of them; undefined while it is not known. */
  mesh: { readonly answering: number; readonly total: number } | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How this node is, by its own report; the state of the mesh stands below it. */
export function MeshHealthCard({ health, read, mesh, now }: MeshHealthCardProps) {
  return (
    <Panel
      title="Mesh Health"
      description={mesh ? `This node. The mesh: ${mesh.answering} of ${mesh.total}` : 'This node'}
      actions={<HealthBadge ok={health?.ok} read={read} good="Healthy" bad="Unhealthy" />}
      aria-busy={read.loading}
    >
      {read.failure ? <InlineFailure text="Unable to fetch health status" /> : null}
      <ReadNote read={read} now={now} />
      {health ? (
        <DataList labelWidth="9rem">
          {itemsOf(health).map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      ) : null}
      {read.loading ? <Skeleton height="8rem" /> : null}
    </Panel>
  );
}

function itemsOf(health: MeshHealth): readonly (readonly [string, string])[] {
  const labels = complianceLabels(health.compliance);
  return [
    ['Platform', health.platform],
    ['Uptime', uptimeText(health.uptime)],
    ['Heartbeat interval', `${health.heartbeat_interval_sec} s`],
    ['Compliance', labels.length === 0 ? 'Not stated' : labels.join(', ')],
  ];
}
