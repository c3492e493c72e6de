import type { Heartbeat } from '../../../contract/shapes/watchdog.ts';

export interface HeartbeatDisplay {
  readonly label: 'Disabled' | 'Error' | 'Active' | 'Pending';
  readonly color: 'gray' | 'red' | 'green' | 'yellow';
}

/** The heartbeat's state, in the order of precedence of specification section 4. */
export function heartbeatDisplay(
  heartbeat: Pick<Heartbeat, 'enabled' | 'lastError' | 'lastSuccess'>,
): HeartbeatDisplay {
  if (!heartbeat.enabled) return { label: 'Disabled', color: 'gray' };
  if (heartbeat.lastError) return { label: 'Error', color: 'red' };
  if (heartbeat.lastSuccess) return { label: 'Active', color: 'green' };
  return { label: 'Pending', color: 'yellow' };
}
