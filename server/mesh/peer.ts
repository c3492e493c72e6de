import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ANSWER_HEADER, type CallClaims } from './claims.ts';
import type { Failure } from './failure.ts';
import { wordsOf } from './failure.ts';
import type { Identity } from './identity.ts';
import { jsonOf } from './json.ts';
import { JWKS_PATH } from './jwks.ts';
import { type Answered, bodyMaxOf, MESH_CALLS, type MeshCallName, type Said } from './messages.ts';
import { PROOF_PATH, type Shelf } from './shelf.ts';
import { signAnswer } from './sign.ts';
import type { Verifier } from './verify.ts';

/** What a node does when a sister calls; `from` is the caller's platform id, proven by its signature. */
export type Duties = {
  readonly [Name in MeshCallName]: (
    from: string,
    said: Said<Name>,
  ) => Answered<Name> | Promise<Answered<Name>>;
};

export interface PeerParts {
  readonly identity: Identity;
  readonly verifier: Verifier;
  readonly duties: Duties;
  /** Signed nonces that are published under `/.well-known/route66/`. */
  readonly shelf: Pick<Shelf, 'read'>;
  readonly now: () => number;
  /** Told of each call that was believed, with the caller's platform id. */
  readonly onCall: (from: string) => void;
  /** Told of each call that was not believed. */
  readonly onRefusal: (reason: Failure) => void;
}

/** The longest that a caller's keys are waited for. */
const KEYS_WAIT_MS = 3_000;

/**
 * The routes that a node answers for its sisters: its public keys, and the signed calls of `messages.ts`.
 * Mounted in the node's own server and in each practice sister alike.
 */
export function meshPeer(app: FastifyInstance, parts: PeerParts): void {
  app.get(JWKS_PATH, { config: { guarded: false } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(parts.identity.jwks()),
  );
  app.get<{ Params: { challenge: string } }>(
    `${PROOF_PATH}/:challenge`,
    { config: { guarded: false } },
    async ({ params }, reply) => {
      const token = await parts.shelf.read(params.challenge);
      if (token === null) return reply.code(404).send({ message: 'There is no such challenge.' });
      return reply.header('cache-control', 'no-store').type('application/jwt').send(token);
    },
  );
  app.register(async (scope) => {
    // A signature covers the body's bytes, so they are kept as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const name of Object.keys(MESH_CALLS) as MeshCallName[]) mount(scope, name, parts);
  });
}

function mount(scope: FastifyInstance, name: MeshCallName, parts: PeerParts): void {
  const opened = new WeakMap<FastifyRequest, CallClaims>();

  scope.route({
    method: 'POST',
    url: MESH_CALLS[name].path,
    bodyLimit: bodyMaxOf(name),
    config: { guarded: true },
    async onRequest(request, reply) {
      const { method, url: path, headers } = request;
      const call = { authorization: headers.authorization, method, path };
      const verdict = await parts.verifier.open(call, AbortSignal.timeout(KEYS_WAIT_MS));
      if (!verdict.ok) return refuse(reply, verdict.reason, parts);
      opened.set(request, verdict.value);
    },
    async handler(request, reply) {
      const claims = opened.get(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (claims === undefined) return refuse(reply, 'no-signature', parts);
      const verdict = parts.verifier.take(claims, body);
      if (!verdict.ok) return refuse(reply, verdict.reason, parts);
      parts.onCall(claims.iss);
      const said = await perform(parts.duties, name, claims.iss, body);
      return answer(reply, claims, said, parts);
    },
  });
}

/** @returns the duty's answer, or null when what was said is not understood */
async function perform<Name extends MeshCallName>(
  duties: Duties,
  name: Name,
  from: string,
  body: Buffer,
): Promise<Answered<Name> | null> {
  const said = z.safeParse(MESH_CALLS[name].payload, jsonOf(body));
  return said.success ? duties[name](from, said.data as Said<Name>) : null;
}

async function answer(
  reply: FastifyReply,
  { iss, jti }: CallClaims,
  said: object | null,
  { identity, now }: PeerParts,
): Promise<FastifyReply> {
  const status = said === null ? 400 : 200;
  const body = Buffer.from(JSON.stringify(said ?? { message: 'The message is not understood.' }));
  const token = signAnswer(identity, { to: iss, nonce: jti, status, body }, now());
  return reply
    .code(status)
    .header(ANSWER_HEADER, token)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body);
}

function refuse(reply: FastifyReply, reason: Failure, { onRefusal }: PeerParts): FastifyReply {
  onRefusal(reason);
  const message = `The call was refused: who made it ${wordsOf(reason)}.`;
  return reply.code(401).header('cache-control', 'no-store').send({ message, reason });
}
