import type { Heartbeat } from '../../../contract/shapes/watchdog.ts';

export interface HeartbeatDisplay {
  readonly word: 'Disabled' | 'Error' | 'Active' | 'Pending';
  readonly tone: 'neutral' | 'bad' | 'good' | 'warn';
}

/** The heartbeat's state in the order of precedence of specification section 4. */
export function heartbeatDisplay(
  heartbeat: Pick<Heartbeat, 'enabled' | 'lastError' | 'lastSuccess'>,
): HeartbeatDisplay {
  if (!heartbeat.enabled) return { word: 'Disabled', tone: 'neutral' };
  if (heartbeat.lastError) return { word: 'Error', tone: 'bad' };
  if (heartbeat.lastSuccess) return { word: 'Active', tone: 'good' };
  return { word: 'Pending', tone: 'warn' };
}
