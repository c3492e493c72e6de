import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Failure, failureText } from '../../outgoing/failure.ts';
import type { Identity } from '../keys/identity.ts';
import { JWKS_PATH } from '../keys/jwks.ts';
import { PROOF_PATH, type PublishedProofs } from '../rows/shared-wire.ts';
import {
  type Answer,
  bodyMaxOf,
  MESH_CALLS,
  type MeshCallName,
  type Payload,
  parseJson,
} from '../wire/messages.ts';
import { partiesIn, type SignedClaims, signatureHeaders } from '../wire/signed-message.ts';
import type { CallVerifier } from '../wire/verify.ts';
import type { MeshHandlers } from './handlers.ts';

export interface PeerRoutesDeps extends CountCalls {
  readonly identity: Identity;
  readonly verifier: CallVerifier;
  readonly handlers: MeshHandlers;
  /** Signed nonces, published under `/.well-known/route66/`. */
  readonly published: Pick<PublishedProofs, 'read'>;
  readonly now: () => number;
}

export interface CountCalls {
  /** Called for each verified call, with the caller's platform id. */
  readonly onCall: (from: string) => void;
  /** Called for each refused call. */
  readonly onRejectedCall: (reason: Failure, call: RejectedCall) => void;
}

export const UNCOUNTED: CountCalls = {
  onCall: () => undefined,
  onRejectedCall: () => undefined,
};

/** What a refused call says about itself; none of it is verified. */
interface RejectedCall {
  readonly path: string;
  /** Remote IP address. */
  readonly address: string;
  /** Platform ids of caller and callee; undefined when they cannot be read. */
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
}

/** The longest wait for a caller's keys. */
const KEYS_WAIT_MS = 3_000;

/**
 * The routes that a node serves to its peers: its public keys, its signed nonces, and the signed calls of
 * `messages.ts`. Used by the node's own server and by each simulated peer.
 */
export function registerPeerRoutes(app: FastifyInstance, deps: PeerRoutesDeps): void {
  app.get(JWKS_PATH, { config: { guarded: false } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(deps.identity.jwks()),
  );
  app.get<{ Params: { challenge: string } }>(
    `${PROOF_PATH}/:challenge`,
    { config: { guarded: false } },
    async ({ params }, reply) => {
      const token = await deps.published.read(params.challenge);
      if (token === null) return reply.code(404).send({ message: 'There is no such challenge.' });
      return reply.header('cache-control', 'no-store').type('application/jwt').send(token);
    },
  );
  app.register(async (scope) => {
    // The signature covers the body's bytes, so the body is not parsed before it is verified.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const name of Object.keys(MESH_CALLS) as MeshCallName[]) registerCall(scope, name, deps);
  });
}

function registerCall(scope: FastifyInstance, name: MeshCallName, deps: PeerRoutesDeps): void {
  const verified = new WeakMap<FastifyRequest, SignedClaims>();

  scope.route({
    method: 'POST',
    url: MESH_CALLS[name].path,
    bodyLimit: bodyMaxOf(name),
    config: { guarded: true },
    async onRequest(request, reply) {
      const signal = AbortSignal.timeout(KEYS_WAIT_MS);
      const verdict = await deps.verifier.verifyHead(signedPartsOf(request), signal);
      if (!verdict.ok) return sendMeshError(reply, verdict.reason, request, deps);
      verified.set(request, verdict.value);
    },
    async handler(request, reply) {
      const claims = verified.get(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (claims === undefined) return sendMeshError(reply, 'no-signature', request, deps);
      const verdict = await deps.verifier.verifyBody(claims, body);
      if (!verdict.ok) return sendMeshError(reply, verdict.reason, request, deps);
      deps.onCall(claims.iss);
      const answer = await callHandler(deps.handlers, name, claims.iss, body);
      return sendAnswer(request, reply, claims, answer, deps);
    },
  });
}

/** @returns the handler's answer, or null when the body does not fit the call's schema */
async function callHandler<Name extends MeshCallName>(
  handlers: MeshHandlers,
  name: Name,
  from: string,
  body: Buffer,
): Promise<Answer<Name> | null> {
  const payload = z.safeParse(MESH_CALLS[name].payload, parseJson(body));
  return payload.success ? handlers[name](from, payload.data as Payload<Name>) : null;
}

const signedPartsOf = ({ method, url: target, headers }: FastifyRequest) => ({
  method,
  target,
  headers,
});

async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { iss: to, nonce }: SignedClaims,
  answer: object | null,
  { identity, now }: PeerRoutesDeps,
): Promise<FastifyReply> {
  const status = answer === null ? 400 : 200;
  const body = Buffer.from(JSON.stringify(answer ?? { message: 'The message is not understood.' }));
  const message = { status, request: signedPartsOf(request) };
  const sign = { to, nonce, body, nowMs: now() };
  return reply
    .code(status)
    .headers(signatureHeaders(identity, 'route66-answer', message, sign))
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body);
}

function sendMeshError(
  reply: FastifyReply,
  reason: Failure,
  request: FastifyRequest,
  { identity, onRejectedCall, now }: PeerRoutesDeps,
): FastifyReply {
  const { ip: address, url: path } = request;
  onRejectedCall(reason, { path, address, ...partiesIn(signedPartsOf(request)) });
  const message = `The call was refused: ${failureText(reason)}.`;
  return reply
    .code(401)
    .header('cache-control', 'no-store')
    .send({ message, reason, id: identity.id, now: now() });
}
