import { Skeleton, Stack } from '@mantine/core';
import type { EndpointAudit } from '../../../contract/shapes/mesh.ts';
import { Panel } from '../../ui/panel.tsx';
import { InlineFailure, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { EndpointList } from './endpoint-list.tsx';

interface EndpointAuditCardProps {
  audit: EndpointAudit | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The endpoints of the server, as it lists them itself. */
export function EndpointAuditCard({ audit, read, now }: EndpointAuditCardProps) {
  return (
    <Panel
      title="Endpoint Audit"
      description={audit ? `${audit.domain}: ${audit.endpoints.length} endpoints` : 'Reading…'}
      aria-busy={read.loading}
    >
      {read.failure ? <InlineFailure text="Unable to fetch endpoint audit" /> : null}
      <ReadNote read={read} now={now} />
      <Stack gap="sm" mih="23rem">
        {audit ? <EndpointList label="Audited endpoints" endpoints={audit.endpoints} /> : null}
        {read.loading ? <Skeleton height="23rem" /> : null}
      </Stack>
    </Panel>
  );
}
