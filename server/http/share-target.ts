import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SHARE_PATH, sharedAddress } from '../../contract/paths.ts';
import { drainOrCut } from './request-body.ts';
import { requestPath } from './routes.ts';

/**
 * A file that was shared with the console while its service worker did not run. The server cannot keep it, so its
 * body is not read, and the upload dialog says that the file was not received.
 */
export function registerShareTarget(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post(SHARE_PATH, (request, reply) => {
      drainOrCut(request.raw);
      return reply.redirect(sharedAddress('not-kept'), 303);
    });
  });
}

/** Exempt from the origin check: the system that shares has no origin, and the answer is the same for everybody. */
export function isShareRequest(request: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return request.method === 'POST' && requestPath(request) === SHARE_PATH;
}
