import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** Who does something, from where. */
export interface Actor {
  /** Id of the account; null if nobody is signed in, and for the server itself. */
  readonly accountId: string | null;
  readonly name: string;
  readonly kind: 'person' | 'token' | 'display' | 'nobody' | 'command' | 'server';
  /** Name of the API token that it was done with. */
  readonly token?: string | undefined;
  /** Network address; '' for the server itself. */
  readonly address: string;
}

const SERVER: Actor = { accountId: null, name: '', kind: 'server', address: '' };

const actors = new AsyncLocalStorage<Actor>();

/**
 * Runs a handler on behalf of somebody: what it records in the audit log, in whatever transaction, names them. The actor
 * follows the asynchronous calls of the handler (AsyncLocalStorage), so that no service has to pass it on.
 */
export const withActor = <T>(actor: Actor, work: () => T): T => actors.run(actor, work);

/** @returns on whose behalf the code runs; outside of a request the server itself */
export const currentActor = (): Actor => actors.getStore() ?? SERVER;

/** @returns who makes a request */
export function actorOf({ signedIn, ip }: Pick<FastifyRequest, 'signedIn' | 'ip'>): Actor {
  if (signedIn === null) return { accountId: null, name: '', kind: 'nobody', address: ip };
  const { account, display, token } = signedIn;
  const kind = display !== null ? 'display' : token === null ? 'person' : 'token';
  const who = { accountId: account.id, name: account.username, kind } as const;
  return { ...who, token: token?.name, address: ip };
}
