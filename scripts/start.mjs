import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeVersionError } from './node-version.mjs';
import { prepare } from './prepare.mjs';

/**
 * `npm start`: install what is missing, build what is newer than its build, then become the server. Plain
 * JavaScript without dependencies: it runs before there are any. The server is loaded into this process, so
 * nothing stands between it and the signals.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const versionError = nodeVersionError(process.versions.node);
if (versionError) {
  console.error(versionError);
  process.exit(1);
}
await prepareOrExit();
keepCompiledCode();
await import(new URL('../dist/server/main.js', import.meta.url).href);

/**
 * A signal that comes before there is a server ends the start as it would end the server: with 0. The listeners stay: without any,
 * a signal that has come and was not delivered yet would be lost.
 */
async function prepareOrExit() {
  const stop = new AbortController();
  let isPrepared = false;
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () => {
      const isServer = process.listenerCount(name) > 0;
      if (isPrepared && !isServer) process.exit(0);
      stop.abort();
    });
  try {
    await prepare(root, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (stop.signal.aborted) process.exit(0);
  isPrepared = true;
}

/** Node 22 and newer can keep what V8 compiled from one start to the next. */
function keepCompiledCode() {
  const enable = /** @type {{ enableCompileCache?: (directory: string) => void }} */ (module)
    .enableCompileCache;
  const cache = join(root, 'node_modules/.cache/compiled');
  if (existsSync(dirname(cache))) enable?.(cache);
}
