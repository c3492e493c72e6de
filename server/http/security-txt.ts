import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

interface SecurityTxtDeps {
  readonly config: Pick<Config, 'securityContact' | 'publicOrigin'>;
  readonly now: () => number;
}

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. Whoever reads it later asks again. */
const VALID_MS = 180 * 24 * 60 * 60_000;

/** Says whom to tell of a weakness (RFC 9116), if an address is configured; else it is not there. */
export function securityTxt(app: FastifyInstance, { config, now }: SecurityTxtDeps): void {
  const { securityContact, publicOrigin } = config;
  if (securityContact === null) return;
  app.get(PATH, (_request, reply) => {
    // The configuration that runs holds now, so the end is counted from now.
    const expires = new Date(now() + VALID_MS).toISOString();
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`];
    // Section 2.5.2: the address is that of the file as HTTPS serves it.
    if (publicOrigin?.startsWith('https:')) lines.push(`Canonical: ${publicOrigin}${PATH}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
