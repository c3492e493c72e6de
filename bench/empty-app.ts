import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';
import { compressFolder } from '../scripts/compress.mjs';

/** The app of `empty-app/`, built anew into a folder of its own and served like the product's console. */
export interface EmptyApp {
  readonly url: string;
  /** Nobody answers at `url` after this; the folder is removed. May be called twice. */
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** The names of these files change with what is in them. */
const HASHED = '/assets/';

/** @throws what the build complains of */
export async function startEmptyApp(): Promise<EmptyApp> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-empty-app-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await buildInto(folder);
    const server = await serve(folder);
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      async stop() {
        await close(server);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function buildInto(outDir: string): Promise<void> {
  const configFile = resolve(import.meta.dirname, 'empty-app/vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  await compressFolder(outDir);
}

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => answer(folder, request, response));
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

function answer(folder: string, { url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://empty.app');
  const path = pathname === '/' ? '/index.html' : pathname;
  const file = join(folder, path);
  const type = TYPES[extname(path)];
  if (type === undefined || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const isPacked = existsSync(`${file}.br`);
  response.writeHead(200, {
    'content-type': type,
    'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(isPacked && { 'content-encoding': 'br' }),
  });
  response.end(readFileSync(isPacked ? `${file}.br` : file));
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
