import type { Heartbeat } from '../../../contract/shapes/watchdog.ts';
import type { EndpointRow } from './endpoint-list.tsx';

interface HeartbeatDisplay {
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

/** @returns '5 of 6 answer'; undefined when none does, or the server does not say */
export function answeringText(platforms: Heartbeat['platforms']): string | undefined {
  const answering = platforms?.filter(({ lastError }) => lastError === null).length ?? 0;
  return answering === 0 ? undefined : `${answering} of ${platforms?.length} answer`;
}

/** @param endpoint 'GET /api/mesh/health', or a path alone */
export function endpointOf(endpoint: string): EndpointRow {
  const space = endpoint.indexOf(' ');
  if (space < 0) return { method: '', path: endpoint };
  return { method: endpoint.slice(0, space), path: endpoint.slice(space + 1) };
}

/**
 * The field `compliance` of the mesh health. The specification names it and no more, so it may be a string, a list,
 * a boolean, or an object of these.
 *
 * @returns the texts to show; empty when nothing can be said
 */
export function complianceLabels(compliance: unknown): readonly string[] {
  if (typeof compliance === 'string') return compliance === '' ? [] : [compliance];
  if (typeof compliance === 'number') return [String(compliance)];
  if (typeof compliance === 'boolean') return [compliance ? 'Compliant' : 'Not compliant'];
  if (Array.isArray(compliance)) return compliance.flatMap(complianceLabels);
  if (compliance === null || typeof compliance !== 'object') return [];
  return Object.entries(compliance).flatMap(([name, value]) => {
    const labels = complianceLabels(value);
    return labels.length === 0 ? [] : [`${name}: ${labels.join(', ')}`];
  });
}
