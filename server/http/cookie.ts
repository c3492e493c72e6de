import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookies of this server. Under TLS, this server's own or that of a trusted proxy, each has the `__Host-`
 * prefix and `Secure`: no other host and no plain HTTP page can set or read it. `Lax`, so that a link
 * from elsewhere opens the console signed in.
 */
type Asked = Pick<FastifyRequest, 'headers' | 'protocol'>;

export interface Cookie {
  /** @returns the value that the request brings, if any; it may be anything */
  read(request: Asked): string | undefined;
  write(reply: FastifyReply, value: string, maxAgeMs: number): void;
}

export function createCookie(plainName: string): Cookie {
  const nameFor = (request: Pick<Asked, 'protocol'>) =>
    isSecure(request) ? `__Host-${plainName}` : plainName;
  return {
    read(request) {
      const start = `${nameFor(request)}=`;
      const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
      return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
    },
    write(reply, value, maxAgeMs) {
      const secure = isSecure(reply.request) ? '; Secure' : '';
      const attributes = `Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', `${nameFor(reply.request)}=${value}; ${attributes}`);
    },
  };
}

const isSecure = ({ protocol }: Pick<Asked, 'protocol'>) => protocol === 'https';

export const { read: readSessionCookie, write: writeSessionCookie } =
  createCookie('meridian-session');

export const clearSessionCookie = (reply: FastifyReply): void => writeSessionCookie(reply, '', 0);
