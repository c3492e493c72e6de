import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ExtraCall, GOOD_ANSWERS, PROOF_STATUS, type SpecifiedCall } from './any-answers.ts';
import { HAND_TIME } from './hand-time.ts';

/**
 * A server that has the calls of the specification's section 7 and nothing else, and that serves the built
 * console as it is. Its calls are spelled here once more, by hand, so that it shares no mistake with the contract.
 * Each answers with 200 until a test changes its answer.
 */
export interface AnyServer {
  readonly url: string;
  /** What this call answers from now on. */
  answers(call: SpecifiedCall | ExtraCall, reply: Reply): void;
  /** What every call answers from now on. */
  allAnswer(reply: Reply): void;
  /** Requests of this call so far; also of paths that this server does not have. */
  asked(call: string): readonly Asked[];
  /** How many sockets are open. */
  sockets(): number;
  /** Says this on every socket that is open. */
  say(text: string): void;
  /** From now on it is as it began: what it answers, and what it was asked. */
  reset(): void;
  close(): Promise<void>;
}

/** gone: the connection breaks; never: no answer at all. */
export type Reply = { readonly status?: number; readonly body: unknown } | 'gone' | 'never';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const CONSOLE = resolve('dist/console');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** @param tls certificate and key of a server that speaks TLS alone */
export async function startAnyServer(tls?: { cert: Buffer; key: Buffer }): Promise<AnyServer> {
  const replies = new Map<string, Reply>();
  const asked = new Map<string, Asked[]>();
  const sockets = new Set<WebSocket>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (!path.startsWith('/api/')) return serveFile(path, request, response);
    const call = callOf(`${request.method} ${path}`);
    const body = await textOf(request);
    asked.set(call, [...(asked.get(call) ?? []), { headers: request.headers, body }]);
    answer(response, replies.get(call) ?? NOTHING_HERE);
  }

  function answer(response: ServerResponse, reply: Reply): void {
    if (reply === 'never') return;
    if (reply === 'gone') return void response.destroy();
    const { status = 200, body } = reply;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const reset = () => {
    asked.clear();
    replies.clear();
    for (const [call, body] of Object.entries(GOOD_ANSWERS)) replies.set(call, { body });
  };
  reset();
  const serveAny = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response);
  const http = tls ? createSecureServer(tls, serveAny) : createServer(serveAny);
  const live = new WebSocketServer({ server: http, path: '/ws' });
  live.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(http.address() as AddressInfo).port}`,
    answers: (call, reply) => replies.set(call, reply),
    allAnswer(reply) {
      for (const call of Object.keys(GOOD_ANSWERS)) replies.set(call, reply);
    },
    asked: (call) => asked.get(call) ?? [],
    sockets: () => sockets.size,
    say(text) {
      for (const socket of sockets) socket.send(text);
    },
    reset,
    async close() {
      for (const socket of sockets) socket.terminate();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}

const NOTHING_HERE: Reply = { status: 404, body: { message: 'There is nothing here.' } };

/** The one call with an id in its path is known by its pattern. */
function callOf(call: string): string {
  return call.startsWith('GET /api/mesh/proof/status/') ? PROOF_STATUS : call;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** Every address without a file is the page; a worker gets time that a test moves. */
function serveFile(path: string, request: IncomingMessage, response: ServerResponse): void {
  const file = join(CONSOLE, path);
  const found = extname(path) !== '' && existsSync(file) ? path.slice(1) : 'index.html';
  response.writeHead(200, {
    'content-type': TYPES[extname(found)] ?? 'application/octet-stream',
    // A name with a hash is never another file.
    ...(found.startsWith('assets/') && { 'cache-control': 'immutable, max-age=3600' }),
    vary: 'sec-fetch-dest',
  });
  if (request.headers['sec-fetch-dest'] === 'worker') response.write(HAND_TIME);
  createReadStream(join(CONSOLE, found)).pipe(response);
}
