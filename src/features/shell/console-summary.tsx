import { useRead } from '../../client/reads.ts';
import { SummaryRegion } from './summary-region.tsx';

/** What screen readers announce of the mesh, on every screen: apart from the shell, as it moves with every message. */
export function ConsoleSummary() {
  const activity = useRead('activity');
  const connections = useRead('connections');
  return <SummaryRegion activity={activity.data} connections={connections.data} />;
}
