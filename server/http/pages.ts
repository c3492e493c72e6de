import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BUILT_PAGES,
  HASHED,
  isForPrograms,
  PLAIN_PAGE,
  pageForPath,
} from '../../contract/pages.ts';
import { httpError } from '../base/http-error.ts';
import { sendError } from './error-handler.ts';
import { type FilledFile, isTemplate, type PageTemplates, sendFilled } from './page-templates.ts';
import { type RouteList, requestPath } from './routes.ts';
import { registerShareTarget } from './share-target.ts';
import type { SharedAssets } from './shared-assets.ts';

/**
 * Serves the console's files from one directory. Hashed files may be cached for good, everything else is
 * revalidated. A missing file is 404 and never answered with the page.
 */

const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Source maps, and the compressed copies, which are served under the names of their originals. */
const NEVER_SERVED = /\.(?:map|br|gz)$/i;
const HAS_EXTENSION = /\.[^/]*$/;
/** An encoded separator or NUL, which no address of the console has. */
const HAS_ENCODED_SEPARATOR = /%(?:2f|5c|00)/i;

/** @returns reads the text of the page that answers a path; '' before the first build */
export function createPageReader(templates: PageTemplates): (path: string) => string {
  const read = (file: string) => templates.read(file)?.text ?? '';
  return (path) => read(pageFileOf(path)) || read(PLAIN_PAGE);
}

/** The service worker requests pages by the names of their files. */
function pageFileOf(path: string): string {
  return Object.values(BUILT_PAGES).find((file) => path === `/${file}`) ?? pageForPath(path);
}

interface PagesOptions {
  readonly consoleDir: string;
  readonly templates: PageTemplates;
  readonly routes: RouteList;
  /** Files of other builds; null for one that is alone. */
  readonly assets: SharedAssets | null;
}

export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const hasPage = existsSync(join(options.consoleDir, PLAIN_PAGE));
  if (hasPage) await serveFiles(app, options.consoleDir);
  registerShareTarget(app);
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = options.routes.methodsAt(requestPath(request));
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const notAllowed = httpError(405, 'This method is not allowed here.', {
        headers: { allow: allowed.join(', ') },
      });
      return sendError(notAllowed, request, reply);
    }
    const file = isRead(request) ? findTemplate(request, options.templates) : undefined;
    if (hasPage && file !== undefined) return sendFilled(reply, file);
    if (isRead(request) && (await sendShared(request, reply, options.assets))) return reply;
    return sendError(httpError(404, 'There is nothing here.'), request, reply);
  });
}

async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  assets: SharedAssets | null,
): Promise<boolean> {
  const path = requestPath(request);
  if (assets === null || !path.startsWith(HASHED)) return false;
  reply.header('cache-control', ONE_YEAR);
  if (await assets.send(request, reply, path.slice(1))) return true;
  reply.removeHeader('cache-control');
  return false;
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => isFile(path),
    setHeaders: (reply: FastifyReply) => {
      const hashed = reply.request.url.startsWith(HASHED);
      reply.header('cache-control', hashed ? ONE_YEAR : REVALIDATE);
    },
  });
}

function isFile(path: string): boolean {
  if (isTemplate(path.slice(1))) return false;
  return HAS_EXTENSION.test(path) && !NEVER_SERVED.test(path) && !isForPrograms(path);
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** @returns the file that answers a request: by its own name, or as the page of a navigation */
function findTemplate(request: FastifyRequest, templates: PageTemplates): FilledFile | undefined {
  const path = requestPath(request);
  if (isTemplate(path.slice(1))) return templates.read(path.slice(1));
  if (!isNavigation(request, path)) return undefined;
  return templates.read(pageForPath(path)) ?? templates.read(PLAIN_PAGE);
}

/** A browser opens an address of the console, whose own router then shows the screen. */
function isNavigation({ headers }: FastifyRequest, path: string): boolean {
  if (isForPrograms(path) || HAS_ENCODED_SEPARATOR.test(path)) return false;
  if (path.startsWith(HASHED) || HAS_EXTENSION.test(path)) return false;
  const { accept = '*/*', 'sec-fetch-dest': destination = 'document' } = headers;
  return destination === 'document' && /text\/html|\*\/\*/.test(accept);
}
