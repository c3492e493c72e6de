import { readConfig } from '../server/config.ts';
import { startNode } from '../server/node.ts';
import { recordActivity } from '../server/store/activity.ts';

/**
 * A real node in a process of its own that writes one activity row each time its parent says a text, and
 * answers with the time at which it began to write.
 */
const node = await startNode(readConfig(process.env, process.cwd()));
const port = await node.listen();

process.on('message', (message: string) => {
  const at = performance.timeOrigin + performance.now();
  void node.journal
    .commit((tx, tell) =>
      recordActivity(tx, tell, { message, severity: 'success', at: Math.floor(at) }),
    )
    .then(() => process.send?.({ message, at }));
});
process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
process.send?.({ port });
