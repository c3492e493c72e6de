import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuse } from './refuse.ts';

export const signInFirst = () => refuse(401, 'Please sign in.');

/** `onRequest` of a route that is in no table and needs a session all the same. */
export function requireSession(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(request.signedIn === null ? signInFirst() : undefined);
}
