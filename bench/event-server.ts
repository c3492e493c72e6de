import { randomUUID } from 'node:crypto';
import { keyOf } from '../contract/paths.ts';
import { createAccount } from '../server/accounts/rows/accounts.ts';
import { readConfig } from '../server/config/config.ts';
import type { Tx } from '../server/database/database.ts';
import type { Emit } from '../server/database/journal.ts';
import { startNode } from '../server/node.ts';

/**
 * A real node in a process of its own that writes activity rows each time its parent says texts, in one
 * transaction, and answers with the time at which it began to write. Each row is a live message of its own. It also opens
 * sessions of new accounts.
 */
/** In a text: the time at which the server begins to write it. */
const TIME = '{at}';

const node = await startNode(readConfig(process.env, process.cwd()));
const port = await node.listen();

process.on('message', (order: string[] | 'cpu' | { sessions: number }) => {
  if (Array.isArray(order)) writeAll(order);
  else if (order === 'cpu') process.send?.({ cpuMs: cpuMs() });
  else void openSessions(order.sessions).then((cookies) => process.send?.({ cookies }));
});

/** @returns a cookie of a session for each of so many new accounts */
async function openSessions(count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = randomUUID();
    const account = {
      id,
      username: id,
      email: '',
      sovereignLevel: 'S11.1',
      role: 'viewer',
    } as const;
    await node.journal.commit((tx) =>
      createAccount(tx, { ...account, passwordHash: '', at: Date.now() }),
    );
    const { token } = await node.sessions.open(account, {
      userAgent: 'bench',
      address: '127.0.0.1',
    });
    cookies.push(`meridian-session=${token}`);
  }
  return cookies;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function writeAll(messages: readonly string[]): void {
  const at = performance.timeOrigin + performance.now();
  void node.journal
    .commit((tx, emit) => write(tx, emit, messages, at))
    .then(() => {
      process.send?.({ at });
    });
}

async function write(tx: Tx, emit: Emit, messages: readonly string[], at: number): Promise<void> {
  const createdAt = new Date(at).toISOString();
  const rows = messages.map((message) => ({
    message: message.replace(TIME, String(at)),
    severity: 'success',
    createdAt: Math.floor(at),
  }));
  const written = await tx.insertInto('activity').values(rows).returningAll().execute();
  for (const { id, message, severity } of written)
    emit(keyOf('activity'), 'prepend', [{ id: Number(id), message, severity, createdAt }]);
}

process.once('SIGTERM', () => void node.close().then(() => process.exit(0)));
process.send?.({ port });
