import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IANAZone } from 'luxon';
import { STATUS_PATH } from '../../contract/pages.ts';
import { keyOf, PATHS } from '../../contract/paths.ts';
import type { StatusPage } from '../../contract/shapes/status-page.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Database } from '../database/database.ts';
import type { NodeBase } from '../feature.ts';
import { isNamed } from '../http/etag.ts';
import { handle, requireRole } from '../http/handle.ts';
import { DOCUMENTS, type StatusDocument } from './documents.ts';
import { readStatusPage, saveStatusPage } from './rows.ts';
import type { StatusPageView } from './status-page.ts';

const PREVIEW_PATH = `${PATHS.statusPage}/preview`;

/** What everybody may read, and how admins set it up. */
export function statusPageCalls(app: FastifyInstance, node: NodeBase, page: StatusPageView): void {
  const { db, journal, now, platforms } = node;
  const read = async (from: Database): Promise<StatusPage> => {
    const { key: _, ...shown } = await readStatusPage(from);
    return { ...shown, address: page.address };
  };

  for (const end of DOCUMENTS)
    app.get(STATUS_PATH + end, async (request, reply) => {
      const documents = await page.documents();
      if (documents === undefined) throw httpError(404, 'There is nothing here.');
      return send(request, reply, documents[end]);
    });
  app.get(
    PREVIEW_PATH,
    { config: { guarded: true }, onRequest: requireRole('admin') },
    async (request, reply) => {
      const { '': preview } = await page.preview();
      const headers = { ...preview.headers, 'cache-control': 'no-store' };
      return send(request, reply, { ...preview, headers });
    },
  );
  handle(app, 'statusPage', () => read(db));
  handle(app, 'changeStatusPage', async ({ payload }) => {
    if (payload.on && payload.platforms.length === 0)
      throw httpError(400, 'Choose at least one platform that everybody may see.');
    if (!IANAZone.isValidZone(payload.timeZone ?? 'UTC'))
      throw httpError(400, 'timeZone must be a name such as Europe/Berlin.');
    const shown = new Set(payload.platforms.map(({ id }) => id));
    if (shown.size < payload.platforms.length)
      throw httpError(400, 'A platform can be shown only once.');
    if ([...shown].some((id) => !platforms.some((one) => one.id === id)))
      throw httpError(409, 'A platform is not there any more. Look at the list again.');
    await journal.commit(async (tx, emit) => {
      const before = await readStatusPage(tx);
      const key = before.key || randomBytes(16).toString('base64url');
      const { timeZone = before.timeZone, byGroup = before.byGroup } = payload;
      await saveStatusPage(tx, { ...payload, timeZone, byGroup, key });
      const names = payload.platforms.map(({ id, name }) => `${id} as ${name}`);
      const detail = `${payload.on ? 'on' : 'off'}, ${payload.title}, times of ${timeZone}${byGroup ? ', by group' : ''}: ${names.join(', ') || 'nothing'}`;
      await recordAudit(tx, {
        action: 'settings.changed',
        target: 'status page',
        detail,
        at: now(),
      });
      emit(keyOf('statusPage'), 'replace', await read(tx));
    });
    return { message: payload.on ? 'Everybody can read it now.' : 'Nobody can read it.' };
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, gzip, headers }: StatusDocument,
): FastifyReply {
  reply.headers(headers);
  if (isNamed(headers.etag ?? '', request)) return reply.code(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(gzip);
}
