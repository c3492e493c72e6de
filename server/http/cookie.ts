import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The session's cookie. Under TLS it has the `__Host-` prefix and `Secure`: no other host and no plain
 * HTTP page can set or read it. `Lax`, so that a link from elsewhere opens the console signed in.
 */
export interface SessionCookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  write(reply: FastifyReply, token: string, maxAgeMs: number): void;
  clear(reply: FastifyReply): void;
}

export function createSessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-meridian-session' : 'meridian-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: ({ headers }) => {
      const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    write(reply, token, maxAgeMs) {
      const seconds = Math.floor(maxAgeMs / 1000);
      reply.header('set-cookie', `${name}=${token}; Max-Age=${seconds}; ${attributes}`);
    },
    clear(reply) {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    },
  };
}
