import { ConfigError, readConfig } from './config.ts';
import { greeting } from './greeting.ts';
import { DamagedIdentityError } from './mesh/identity.ts';
import { type MeshNode, startNode } from './node.ts';
import { placeOf } from './place.ts';
import { DamagedPushKeysError } from './push/vapid-keys.ts';
import { DataInUseError } from './store/data-lock.ts';
import { DamagedDatabaseError, NewerDatabaseError } from './store/database.ts';

/** The process: reads the configuration, starts the node, tells the person, ends on a signal. */

/** A request that is still open after this long is cut off, so that the process ends within five seconds. */
const FINISH_MS = 3500;
/** Errors whose message is all that a person needs. */
const ACTIONABLE = [
  ConfigError,
  DamagedDatabaseError,
  DamagedIdentityError,
  DamagedPushKeysError,
  DataInUseError,
  NewerDatabaseError,
];
/** Whatever hangs then, the process ends. */
const END_MS = 4800;

let node: MeshNode | undefined;
let ending = false;

process.once('SIGINT', () => void end(0)).once('SIGTERM', () => void end(0));
process.on('uncaughtException', (error) => fail(error));
process.on('unhandledRejection', (reason) => fail(reason));
await start();

async function start(): Promise<void> {
  try {
    const place = placeOf(import.meta.url);
    const config = readConfig(process.env, place.root);
    const starting = await startNode(config, { place });
    node = starting;
    const port = await starting.listen();
    console.log((await greeting(starting, config, port)).join('\n'));
  } catch (error) {
    console.error(reasonOf(error));
    await end(1);
  }
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  setTimeout(() => node?.app.server.closeAllConnections(), FINISH_MS).unref();
  setTimeout(() => process.exit(code), END_MS).unref();
  try {
    await node?.close();
    process.exit(code);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

/** The last resort: nothing is known about the state any more, so it is logged and the process ends. */
function fail(error: unknown): void {
  if (node) node.app.log.fatal({ err: error }, 'uncaught: the server ends');
  else console.error(error);
  void end(1);
}

/** What a person can act on is one sentence; anything else is a fault of this program, with its trace. */
function reasonOf(error: unknown): unknown {
  if (ACTIONABLE.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: another server listens there. Set PORT to a free one.`;
  if (code === 'EADDRNOTAVAIL') return `HOST: this machine has no address ${address}.`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return `${path ?? `Port ${port}`} cannot be used (${code}).`;
  return error;
}
