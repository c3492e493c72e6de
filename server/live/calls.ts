import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { LIVE_PATH } from '../../contract/paths.ts';
import { httpError, signInRequired } from '../base/http-error.ts';
import { DatabaseUnreachableError } from '../database/database-errors.ts';
import type { NodeBase } from '../feature.ts';
import { handle, requireRole } from '../http/handle.ts';
import type { Hub, Refusal } from './hub.ts';
import { corkedSocket } from './members.ts';
import { readersOf } from './visibility.ts';

const MESSAGE_MAX_BYTES = 64 * 1024;
/** A console asks once for each connection, and reconnects after a second at the earliest. */
const REPLAYS_PER_SESSION = { max: 60, windowMs: 60_000, keysMax: 10_000 };

interface LiveDeps extends Pick<NodeBase, 'journal' | 'health' | 'limits'> {
  readonly hub: Hub;
}

/**
 * The live socket, and the changes that a console missed while it was away. Whatever is refused is refused as HTTP,
 * before the protocol changes; `http/origin-guard.ts` has checked the origin.
 */
export async function liveCalls(
  app: FastifyInstance,
  { hub, journal, health, limits }: LiveDeps,
): Promise<void> {
  const replays = limits.attempts('replay by session', REPLAYS_PER_SESSION);
  handle(app, 'live', async ({ query, account, request, reply }) => {
    await replays.count(request.signedIn?.id ?? '');
    const { since, stream } = query;
    const missed = await journal.replay(since, stream, (key) => readersOf(key)(account.role));
    return reply.type('application/json; charset=utf-8').send(missed);
  });

  await app.register(fastifyWebsocket, {
    options: { maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false, clientTracking: false },
    preClose: (done) => {
      hub.close();
      done();
    },
    // `ws` has already closed the socket with the right code.
    errorHandler: (error, _socket, request) =>
      request.log.info({ reason: error.message }, 'socket'),
  });
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { guarded: true },
    exposeHeadRoute: false,
    onRequest: requireRole('display'),
    preHandler: async (request) => {
      const refusal = request.signedIn && hub.refusal(request.signedIn.account.id);
      if (refusal) throw refusalError(refusal);
      if (!health.isReachable()) throw new DatabaseUnreachableError('not reachable');
      await journal.catchUp();
    },
    handler: () => {
      throw httpError(426, 'This address is a websocket.', { headers: { upgrade: 'websocket' } });
    },
    wsHandler: (socket, request) => {
      if (request.signedIn === null) throw signInRequired();
      hub.join(corkedSocket(socket, request.raw.socket), request.signedIn);
    },
  });
}

function refusalError(refusal: Refusal) {
  const headers = { 'retry-after': '30' };
  return refusal === 'account'
    ? httpError(429, 'Too many open consoles.', { headers })
    : httpError(503, 'The server is full.', { headers });
}
