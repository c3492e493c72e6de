import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TO_KEEP_HEADER } from '../../contract/headers.ts';

/**
 * Chromium (156) parses a module while it arrives whenever it can read its encoding, and then takes no look at what it
 * compiled of it the last time: a console that starts from the device's own copy is compiled anew each time, for a
 * tenth of a second on a laptop. A module is read as UTF-8 whatever its type says (HTML, "fetch a single module
 * script"), so the type of a script that is to be kept names an encoding that is no language's: it arrives first,
 * and what was compiled before is taken. The first visit, which has nothing compiled, asks without the header.
 */
const TYPE_TO_KEEP = 'text/javascript; charset=x-user-defined';
const SCRIPT = /^(?:text|application)\/javascript\b/;

/** Before the files' own route is there. @param route its address */
export function answerForKeeping(app: FastifyInstance, route: string): void {
  app.addHook('onRoute', (options) => {
    if (options.url === route) options.onSend = nameTypeToKeep;
  });
}

async function nameTypeToKeep(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!SCRIPT.test(String(reply.getHeader('content-type')))) return;
  reply.header('vary', [reply.getHeader('vary'), TO_KEEP_HEADER].filter(Boolean).join(', '));
  if (request.headers[TO_KEEP_HEADER] !== undefined) reply.type(TYPE_TO_KEEP);
}
