import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { freePort } from './free-port.mjs';

/**
 * `npm run dev`: the console by Vite, which reloads it as it changes, and behind it the server by tsx, which
 * starts it anew as it changes. Vite hands on whatever is the server's; the Host header stays as it came, so
 * the server's check of Origin sees what it would see without Vite. Both end together.
 */
const OURS = ['/api', '/ws', '/mesh', '/.well-known', '/metrics', '/healthz', '/readyz'];

const port = Number(process.env.PORT) || 8066;
const host = process.env.HOST || '127.0.0.1';
const apiPort = await freePort();

const api = startApi();
const page = await startPage();
process.once('SIGINT', end).once('SIGTERM', end);
api.once('exit', end);
console.log('Open this one; the server behind it names its own port below.');
page.printUrls();

function startApi() {
  const tsx = 'node_modules/tsx/dist/cli.mjs';
  return spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' },
  });
}

async function startPage() {
  const target = `http://127.0.0.1:${apiPort}`;
  const proxy = Object.fromEntries(
    OURS.map((path) => [
      `^${path.replace('.', '\\.')}(?:/|$|\\?)`,
      { target, ws: path === '/ws', changeOrigin: false },
    ]),
  );
  const server = await createServer({ server: { port, host, strictPort: true, proxy } });
  try {
    return await server.listen();
  } catch (error) {
    api.kill('SIGTERM');
    throw error;
  }
}

async function end() {
  process.exitCode = 0;
  api.off('exit', end);
  await Promise.all([page.close(), ended()]);
}

/** @returns {Promise<void>} resolves when the server has closed its database and gone */
function ended() {
  if (api.exitCode !== null || api.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    api.once('exit', () => resolve());
    api.kill('SIGTERM');
  });
}
