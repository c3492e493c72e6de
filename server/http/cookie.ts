import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The session's cookie. Under TLS, this server's own or that of a trusted proxy, it has the `__Host-`
 * prefix and `Secure`: no other host and no plain HTTP page can set or read it. `Lax`, so that a link
 * from elsewhere opens the console signed in.
 */
const NAME = 'meridian-session';
const SECURE_NAME = `__Host-${NAME}`;

type Asked = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** @returns the value that the request brings, if any; it may be anything */
export function readSessionCookie(request: Asked): string | undefined {
  const start = `${nameFor(request)}=`;
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

export function writeSessionCookie(reply: FastifyReply, token: string, maxAgeMs: number): void {
  const secure = isSecure(reply.request) ? '; Secure' : '';
  const attributes = `Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${nameFor(reply.request)}=${token}; ${attributes}`);
}

export const clearSessionCookie = (reply: FastifyReply): void => writeSessionCookie(reply, '', 0);

const isSecure = ({ protocol }: Pick<Asked, 'protocol'>) => protocol === 'https';
const nameFor = (request: Pick<Asked, 'protocol'>) => (isSecure(request) ? SECURE_NAME : NAME);
