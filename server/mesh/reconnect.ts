import type { Connection } from '../../contract/shapes/mesh.ts';
import { recordActivity } from '../store/activity.ts';
import type { Journal } from '../store/journal.ts';

/** Leaves a row in the activity log: an operator had every connection dropped and dialled anew. */
export async function recordReconnect(
  journal: Journal,
  connections: readonly Connection[],
  at: number,
): Promise<void> {
  const answering = connections.filter(({ status }) => status !== 'error').length;
  const all = answering === connections.length;
  const message = `Manual reconnect: ${answering} of ${connections.length} platforms answered`;
  const severity = all ? 'success' : answering === 0 ? 'error' : 'warning';
  await journal.commit((tx, tell) => recordActivity(tx, tell, { message, severity, at }));
}
