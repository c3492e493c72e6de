import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { LIVE_PATH } from '../../contract/paths.ts';
import { requireSession, signInFirst } from '../http/guard.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import { gathered } from '../live/gathered.ts';
import type { Hub } from '../live/hub.ts';
import type { Journal } from '../store/journal.ts';

const MESSAGE_MAX_BYTES = 64 * 1024;

/**
 * The live socket and what a console missed while it was away. Everything that can be refused is refused
 * as HTTP, before the protocol changes (the Origin is the gate's).
 */
export async function liveCalls(
  app: FastifyInstance,
  { hub, journal }: { hub: Hub; journal: Journal },
): Promise<void> {
  handle(app, 'live', async ({ query }) => {
    const seq = journal.seq();
    return { seq, ...(await journal.since(query.since)) };
  });

  await app.register(fastifyWebsocket, {
    options: { maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false, clientTracking: false },
    preClose: (done) => {
      hub.close();
      done();
    },
    // A frame that breaks the protocol: `ws` has closed the socket with the right code already.
    errorHandler: (error, _socket, request) =>
      request.log.info({ reason: error.message }, 'socket'),
  });
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { guarded: true },
    exposeHeadRoute: false,
    onRequest: requireSession,
    preHandler: (request, _reply, done) => {
      const full = request.signedIn ? hub.noRoomFor(request.signedIn.account.id) : undefined;
      if (full === 'account') done(refuse(429, 'Too many open consoles.', { 'retry-after': '30' }));
      else if (full) done(refuse(503, 'The server is full.', { 'retry-after': '30' }));
      else done();
    },
    handler: () => {
      throw refuse(426, 'This address is a websocket.', { upgrade: 'websocket' });
    },
    wsHandler: (socket, request) => {
      if (request.signedIn === null) throw signInFirst();
      hub.join(gathered(socket, request.raw.socket), request.signedIn);
    },
  });
}
