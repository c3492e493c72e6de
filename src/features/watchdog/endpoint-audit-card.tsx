import type { EndpointAudit } from '../../../contract/shapes/mesh.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { EndpointList } from './endpoint-list.tsx';

interface EndpointAuditCardProps {
  audit: DataRead<EndpointAudit>;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The endpoints of the server, as it lists them itself. */
export function EndpointAuditCard({ audit, now }: EndpointAuditCardProps) {
  const { data } = audit;
  return (
    <ReadPanel
      title="Endpoint Audit"
      description={data ? `${data.domain}: ${data.endpoints.length} endpoints` : 'Reading…'}
      read={audit}
      failed="Unable to fetch endpoint audit"
      room="23rem"
      now={now}
    >
      {({ endpoints }) => <EndpointList label="Audited endpoints" endpoints={endpoints} />}
    </ReadPanel>
  );
}
