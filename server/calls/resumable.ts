import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TEXT_MAX } from '../../contract/limits.ts';
import { RESUMABLE_PATH } from '../../contract/paths.ts';
import { cleanName } from '../bundles/clean-name.ts';
import type { Resumables } from '../bundles/resumable.ts';
import type { ResumableFacts } from '../bundles/resumable-shelf.ts';
import type { Platform } from '../config.ts';
import { allowLongBody, hasBody } from '../http/body-time.ts';
import { requireSession } from '../http/guard.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import type { Account } from '../store/accounts.ts';
import { parseResumableFields } from './resumable-fields.ts';
import { platformsOf } from './target-platforms.ts';
import { drainOrCut } from './unread-body.ts';
import { plainly } from './upload-refusal.ts';
import type { UploadSlots } from './upload-slots.ts';

interface ResumableParts {
  readonly resumables: Resumables;
  readonly platforms: readonly Platform[];
  readonly slots: UploadSlots;
}

/** What of the protocol's answers leaves this server; the rest are leaves for other sites, and none may come. */
const ANSWERED = /^(?:tus-|upload-|location$)/;

/** Uploads by the tus protocol, and what became of an upload whose answer was lost. */
export function resumableCalls(app: FastifyInstance, parts: ResumableParts): void {
  const { resumables, slots } = parts;
  app.addHook('onClose', () => resumables.close());

  handle(app, 'receipt', async ({ params, account }) => {
    const bundle = await plain(resumables.receipt({ accountId: account.id, key: params.id }));
    if (bundle === undefined) throw refuse(404, 'No upload with this key has arrived.');
    return { bundle };
  });

  app.register(async (scope) => {
    // The bytes are the handler's; nothing is parsed before.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
      done(null),
    );
    const shared = { config: { guarded: true }, onRequest: requireSession };

    scope.route({
      ...shared,
      method: ['OPTIONS', 'POST'],
      url: RESUMABLE_PATH,
      handler: (request, reply) =>
        inSlot(slots, request, async (account) => {
          const asked = webRequestOf(request);
          if (request.method === 'OPTIONS') return send(reply, await resumables.answer(asked));
          const { facts, size } = beginningOf(request, account, parts.platforms);
          return send(reply, await resumables.begin(asked, facts, size));
        }),
    });

    scope.route<{ Params: { id: string } }>({
      ...shared,
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${RESUMABLE_PATH}/:id`,
      handler: (request, reply) =>
        inSlot(slots, request, async (account) => {
          // Somebody else's upload is not there, as far as this account can see.
          if ((await resumables.ownerOf(request.params.id)) !== account.id) throw noSuchUpload();
          return send(reply, await resumables.answer(webRequestOf(request)));
        }),
    });
  });
}

const noSuchUpload = () => refuse(404, 'There is no such upload.');

/** Requests that carry bytes take one of the places that uploads share. */
async function inSlot<T>(
  slots: UploadSlots,
  request: FastifyRequest,
  work: (account: Account) => Promise<T>,
): Promise<T> {
  const account = request.signedIn?.account;
  if (account === undefined) throw refuse(401, 'Please sign in.');
  const leave = hasBody(request) ? slots.enter(account.id) : () => undefined;
  try {
    if (hasBody(request)) allowLongBody(request);
    return await plain(work(account));
  } catch (error) {
    drainOrCut(request.raw);
    throw error;
  } finally {
    leave();
  }
}

async function plain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw plainly(error);
  }
}

/** What the sender says of an upload that it begins. @throws Refusal 400 */
function beginningOf(request: FastifyRequest, account: Account, platforms: readonly Platform[]) {
  const { headers } = request;
  const length = String(headers['upload-length'] ?? '');
  if (!/^[1-9]\d{0,14}$/.test(length)) throw refuse(400, 'The header Upload-Length is not valid.');
  const { filename, targetPlatforms, priority, key, sha256 } = parseResumableFields(
    headers['upload-metadata']?.toString(),
  );
  const facts: ResumableFacts = {
    accountId: account.id,
    username: account.username,
    name: cleanName(filename, TEXT_MAX.bundleName),
    targets: platformsOf(targetPlatforms, platforms)
      .map(({ id }) => id)
      .join(' '),
    priority,
    key,
    sha256,
  };
  return { facts, size: Number(length) };
}

/** The protocol's library speaks the web's Request and Response; the host in it means nothing. */
function webRequestOf(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const init = { method: request.method, headers };
  const url = new URL(request.url, 'http://localhost');
  if (!hasBody(request)) return new Request(url, init);
  const body = Readable.toWeb(request.raw) as ReadableStream;
  return new Request(url, { ...init, body, duplex: 'half' } as RequestInit);
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status >= 400) throw await refusalOf(response);
  for (const [name, value] of response.headers) if (ANSWERED.test(name)) reply.header(name, value);
  return reply.code(response.status).send();
}

/** The library cannot tell a broken line from a broken disk: both mean that bytes are missing. */
async function refusalOf(response: Response) {
  if (response.status >= 500) return refuse(503, 'The bytes did not arrive. Please send on.');
  return refuse(response.status, (await response.text()).trim() || 'The request was refused.');
}
