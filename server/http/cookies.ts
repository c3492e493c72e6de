import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/limits.ts';

/**
 * The cookies of this server, read and written by @fastify/cookie. Under TLS, this server's own or that of a trusted
 * proxy, each has the `__Host-` prefix and `Secure`: no other host and no plain HTTP page can set or read it. `Lax`,
 * so that a link from elsewhere opens the console signed in.
 */
export interface Cookie {
  /** @returns the value that the request brings, if any; it may be anything unless the cookie is signed */
  read(request: CookieRequest): string | undefined;
  write(reply: FastifyReply, value: string, maxAgeMs: number): void;
}

type CookieRequest = Pick<FastifyRequest, 'cookies' | 'protocol' | 'unsignCookie'>;

interface CookieOptions {
  /** With the server's secret; a cookie with a wrong signature reads as none. */
  readonly signed?: boolean;
}

/** The longest time that browsers keep a cookie. */
export const COOKIE_MAX_MS = 400 * DAY_MS;

export function createCookie(plainName: string, { signed = false }: CookieOptions = {}): Cookie {
  const nameFor = ({ protocol }: Pick<CookieRequest, 'protocol'>) =>
    protocol === 'https' ? `__Host-${plainName}` : plainName;
  return {
    read(request) {
      const value = request.cookies[nameFor(request)];
      if (!signed || value === undefined) return value;
      return request.unsignCookie(value).value ?? undefined;
    },
    write(reply, value, maxAgeMs) {
      reply.setCookie(nameFor(reply.request), value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: 'auto',
        maxAge: Math.floor(maxAgeMs / 1000),
        signed,
      });
    },
  };
}

export const { read: readSessionCookie, write: writeSessionCookie } =
  createCookie('meridian-session');

export const clearSessionCookie = (reply: FastifyReply): void => writeSessionCookie(reply, '', 0);
