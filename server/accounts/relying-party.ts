import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { httpError } from '../base/http-error.ts';
import type { RelyingParty } from './factors/passkeys.ts';

export type RelyingParties = ReturnType<typeof createRelyingParties>;

/**
 * Which passkeys a request can use.
 *
 * @param publicOrigin where people open the console, if it is known; else it is where the request went
 */
export function createRelyingParties(publicOrigin: string | null) {
  function partyOf(request: FastifyRequest): RelyingParty | string {
    const asked = new URL(`${request.protocol}://${request.headers.host}`);
    const { origin, hostname, protocol } = publicOrigin === null ? asked : new URL(publicOrigin);
    if (asked.origin !== origin) return `Passkeys can only be used at ${origin}.`;
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      return 'Passkeys need a host name: open the console by its name, not by an IP address.';
    if (protocol !== 'https:' && !/^(?:.+\.)?localhost$/.test(hostname))
      return 'Passkeys need HTTPS.';
    return { id: hostname, origin };
  }

  return {
    /** @returns why no passkey can be used at the address of the request, as a sentence; null: they can */
    problem(request: FastifyRequest): string | null {
      const party = partyOf(request);
      return typeof party === 'string' ? party : null;
    },
    /** @throws HttpError with that sentence */
    of(request: FastifyRequest): RelyingParty {
      const party = partyOf(request);
      if (typeof party === 'string') throw httpError(409, party);
      return party;
    },
  };
}
