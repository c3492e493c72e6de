import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESUMABLE_PATH } from '../../../contract/paths.ts';
import { ResumableFieldsSchema } from '../../../contract/sent/bundle.ts';
import { httpError, signInRequired } from '../../base/http-error.ts';
import type { Account } from '../../base/session.ts';
import type { Platform } from '../../config/mesh-config.ts';
import { handle, requireRole, roleRule, runAs } from '../../http/handle.ts';
import { hasBody } from '../../http/request-body.ts';
import type { TusUploads } from './tus-uploads.ts';
import { parseUploadFields } from './upload-fields.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { UploadMetadata } from './upload-store.ts';

interface TusCallsDeps {
  readonly tusUploads: TusUploads;
  readonly platforms: readonly Platform[];
  readonly slots: UploadSlots;
}

/** Headers of the protocol's answers. The library also sets CORS headers, which must not leave. */
const ANSWER_HEADERS = /^(?:tus-|upload-|location$)/;

/** Resumable uploads by the tus protocol, and the bundle of an upload whose answer was lost. */
export function tusCalls(app: FastifyInstance, deps: TusCallsDeps): void {
  const { tusUploads, slots, platforms } = deps;

  handle(app, 'receipt', async ({ params, account }) => {
    const name = { accountId: account.id, key: params.id };
    const bundle = await tusUploads.findBundle(name);
    if (bundle === undefined) throw httpError(404, 'No upload with this key has arrived.');
    return { bundle };
  });

  function inSlot(request: FastifyRequest, work: (account: Account) => Promise<FastifyReply>) {
    const account = request.signedIn?.account;
    if (account === undefined) throw signInRequired();
    return runAs(request, roleRule('operator'), () =>
      slots.run(request, account.id, () => work(account)),
    );
  }

  app.register(async (scope) => {
    // The handler reads the bytes itself.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
      done(null),
    );
    const shared = { config: { guarded: true }, onRequest: requireRole('operator') };

    scope.route({
      ...shared,
      method: ['OPTIONS', 'POST'],
      url: RESUMABLE_PATH,
      handler: (request, reply) =>
        inSlot(request, async (account) => {
          const webRequest = toWebRequest(request);
          if (request.method === 'OPTIONS')
            return sendAnswer(reply, await tusUploads.handleRequest(webRequest));
          const { metadata, size } = parseStart(request, account, platforms);
          return sendAnswer(reply, await tusUploads.startUpload(webRequest, metadata, size));
        }),
    });

    scope.route<{ Params: { id: string } }>({
      ...shared,
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${RESUMABLE_PATH}/:id`,
      handler: (request, reply) =>
        inSlot(request, async (account) => {
          // Another account's upload is answered like one that does not exist.
          if ((await tusUploads.ownerOf(request.params.id)) !== account.id) throw noSuchUpload();
          return sendAnswer(reply, await tusUploads.handleRequest(toWebRequest(request)));
        }),
    });
  });
}

const noSuchUpload = () => httpError(404, 'There is no such upload.');

/** Reads the headers of a request that starts an upload. @throws HttpError 400 */
function parseStart(request: FastifyRequest, account: Account, platforms: readonly Platform[]) {
  const { headers } = request;
  if (headers['upload-concat'] !== undefined)
    throw httpError(400, 'Upload-Concat is not supported: send the file as one upload.');
  const length = String(headers['upload-length'] ?? '');
  if (!/^[1-9]\d{0,14}$/.test(length))
    throw httpError(400, 'The header Upload-Length is not valid.');
  const texts = parseMetadata(headers['upload-metadata']?.toString() ?? '');
  const fields = parseUploadFields(ResumableFieldsSchema, texts, platforms);
  const metadata: UploadMetadata = {
    accountId: account.id,
    username: account.username,
    name: fields.filename,
    targets: fields.targets.join(' '),
    priority: fields.priority,
    key: fields.key,
    sha256: fields.sha256,
  };
  return { metadata, size: Number(length) };
}

const BASE64 = /^[\w+/]*={0,2}$/;

/** @param header `Upload-Metadata`: pairs of a name and a base64 value, separated by commas */
function parseMetadata(header: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ');
    if (more.length > 0 || texts.has(name) || !BASE64.test(value)) throw invalidMetadata();
    texts.set(name, decodeText(value));
  }
  return texts;
}

const invalidMetadata = () => httpError(400, 'The header Upload-Metadata is not valid.');

function decodeText(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw invalidMetadata();
  }
}

/** The tus library takes web requests; it uses no host. */
function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const init = { method: request.method, headers };
  const url = new URL(request.url, 'http://localhost');
  if (!hasBody(request)) return new Request(url, init);
  const body = Readable.toWeb(request.raw) as ReadableStream;
  return new Request(url, { ...init, body, duplex: 'half' } as RequestInit);
}

async function sendAnswer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status >= 400) throw await errorOf(response);
  for (const [name, value] of response.headers)
    if (ANSWER_HEADERS.test(name)) reply.header(name, value);
  return reply.code(response.status).send();
}

/** The library answers 500 for a broken connection and for a broken disk: either way bytes are missing. */
async function errorOf(response: Response) {
  const text = async () => (await response.text()).trim();
  if (response.status === 503) return httpError(503, await text());
  if (response.status >= 500) return httpError(503, 'Some bytes are missing. Continue the upload.');
  return httpError(response.status, (await text()) || 'The request was refused.');
}
