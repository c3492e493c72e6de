import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUILT_PAGES, PLAIN_PAGE, pageOf } from '../../contract/pages.ts';
import { isForPrograms, pathOf } from './address.ts';
import { answerRefusal } from './answers.ts';
import { refuse } from './refuse.ts';
import type { RouteList } from './routes.ts';
import { answerForKeeping } from './scripts-to-keep.ts';
import { answerShares } from './share.ts';

/**
 * The console's files, from one directory and no other. Hashed files are kept for good, everything else
 * is asked for again; what is missing is missing, and never answered by the page.
 */

/** The route of all of them. */
const FILES = '/*';
const HASHED = '/assets/';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/** Sources, and the compressed twins that are served under their own names. */
const NEVER_SERVED = /\.(?:map|br|gz)$/i;
const HAS_EXTENSION = /\.[^/]*$/;
/** An encoded separator or NUL: no address that the console gives out. */
const DISGUISED = /%(?:2f|5c|00)/i;

/**
 * The built pages, as they are now: a build under a running server takes their place at once.
 *
 * @returns reads the page that answers a path, anew only when its file is another; the last one while there is
 * none, '' before the first
 */
export function pageReader(consoleDir: string): (path: string) => string {
  const readers = new Map<string, () => string>();
  const read = (file: string) => {
    const reader = readers.get(file) ?? fileReader(join(consoleDir, file));
    readers.set(file, reader);
    return reader();
  };
  return (path) => read(pageFileOf(path)) || read(PLAIN_PAGE);
}

/** The service worker asks for pages by the names of their files. */
function pageFileOf(path: string): string {
  return Object.values(BUILT_PAGES).find((file) => path === `/${file}`) ?? pageOf(path);
}

function fileReader(path: string): () => string {
  let known = '';
  let html = '';
  return () => {
    try {
      const { ino, size, mtimeMs } = statSync(path);
      const found = `${ino} ${size} ${mtimeMs}`;
      if (found !== known) html = readFileSync(path, 'utf8');
      known = found;
    } catch {
      // Not built yet, or a build that takes the other one's place this very moment.
    }
    return html;
  };
}

export async function servePages(
  app: FastifyInstance,
  options: { consoleDir: string; routes: RouteList },
): Promise<void> {
  const hasPage = existsSync(join(options.consoleDir, PLAIN_PAGE));
  if (hasPage) await serveFiles(app, options.consoleDir);
  answerShares(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = options.routes.methodsAt(pathOf(request));
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const refusal = refuse(405, 'That method is not taken here.', { allow: allowed.join(', ') });
      return answerRefusal(refusal, request, reply);
    }
    if (hasPage && isNavigation(request)) {
      return reply.code(200).sendFile(pageIn(options.consoleDir, pathOf(request)));
    }
    return answerRefusal(refuse(404, 'There is nothing here.'), request, reply);
  });
}

/** @returns name of the page for a path; the plain one where the build has none for it */
function pageIn(consoleDir: string, path: string): string {
  const page = pageOf(path);
  return existsSync(join(consoleDir, page)) ? page : PLAIN_PAGE;
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  answerForKeeping(app, FILES);
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => isFile(path),
    setHeaders: (reply: FastifyReply) => {
      const hashed = reply.request.url.startsWith(HASHED);
      reply.header('cache-control', hashed ? ONE_YEAR : ASK_AGAIN);
    },
  });
}

function isFile(path: string): boolean {
  return HAS_EXTENSION.test(path) && !NEVER_SERVED.test(path) && !isForPrograms(path);
}

/** Somebody opens a page: any address of the console, which routes it by itself. */
function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isForPrograms(path) || DISGUISED.test(path)) return false;
  if (path.startsWith(HASHED) || HAS_EXTENSION.test(path)) return false;
  const { accept = '*/*', 'sec-fetch-dest': destination = 'document' } = request.headers;
  return destination === 'document' && /text\/html|\*\/\*/.test(accept);
}
