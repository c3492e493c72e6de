import { keyOf } from '../contract/paths.ts';
import { readConfig } from '../server/config.ts';
import { startNode } from '../server/node.ts';
import type { Tx } from '../server/store/database.ts';
import type { Emit } from '../server/store/journal.ts';

/**
 * A real node in a process of its own that writes activity rows each time its parent says texts, in one
 * transaction, and answers with the time at which it began to write. Each row is a live message of its own.
 */
/** In a text: the time at which the server begins to write it. */
const TIME = '{at}';

const node = await startNode(readConfig(process.env, process.cwd()));
const port = await node.listen();

process.on('message', (messages: string[]) => {
  const at = performance.timeOrigin + performance.now();
  void node.journal
    .commit((tx, emit) => write(tx, emit, messages, at))
    .then(() => {
      process.send?.({ at });
    });
});

async function write(tx: Tx, emit: Emit, messages: readonly string[], at: number): Promise<void> {
  const createdAt = new Date(at).toISOString();
  const rows = messages.map((message) => ({
    message: message.replace(TIME, String(at)),
    severity: 'success',
    created_at: Math.floor(at),
  }));
  const written = await tx.insertInto('activity').values(rows).returningAll().execute();
  for (const { id, message, severity } of written)
    emit(keyOf('activity'), 'prepend', [{ id: Number(id), message, severity, createdAt }]);
}

process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
process.send?.({ port });
