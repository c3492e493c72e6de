import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SHARE_PATH, sharedAddress } from '../../contract/shared-files.ts';
import { drainOrCut } from '../calls/unread-body.ts';
import { pathOf } from './address.ts';

/**
 * A file that was shared with the console while its service worker did not run: nobody can keep it here, so
 * its body is not read, and the upload dialog says that it was not taken.
 */
export function answerShares(app: FastifyInstance): void {
  app.register(async (shares) => {
    shares.removeAllContentTypeParsers();
    shares.addContentTypeParser('*', (_request, _body, done) => done(null));
    shares.post(SHARE_PATH, (request, reply) => {
      drainOrCut(request.raw);
      return reply.redirect(sharedAddress('not-kept'), 303);
    });
  });
}

/** The system that shares belongs to no site, and the answer is the same to everybody. */
export function isShare(request: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return request.method === 'POST' && pathOf(request) === SHARE_PATH;
}
