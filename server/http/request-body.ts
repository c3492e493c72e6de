import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpError } from '../base/http-error.ts';

/** Nothing in the contract is nested deeper than three. */
const DEPTH_MAX = 16;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes JSON the only body that is parsed. Fastify's own parser refuses keys that reach prototypes; it replaces
 * broken UTF-8 and has no limit on depth, so those two are checked here.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = decode(body as Buffer);
    if (text === undefined) return done(httpError(400, 'The request is not valid UTF-8.'));
    parseJson(request, text, (error: Error | null, value?: unknown) => {
      if (error) done(httpError(400, 'The request is not valid JSON.'));
      else if (isDeeperThan(DEPTH_MAX, value))
        done(httpError(400, 'The request is nested too deeply.'));
      else done(null, value);
    });
  });
}

function decode(body: Buffer): string | undefined {
  try {
    return UTF8.decode(body);
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/**
 * How long a request's body may take: a minute in all, except for uploads. An upload may last for hours, but must
 * never be silent for a minute.
 */
const BODY_MAX_MS = 60_000;

/** Node's code for a request that took too long; `listener.ts` answers it with 408. */
const BODY_TIMEOUT = Object.assign(new Error('The body took too long.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

const limited = new WeakMap<object, { timer: NodeJS.Timeout; response: ServerResponse }>();

export function limitBodyTime(app: FastifyInstance): void {
  const running = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of running) clearTimeout(timer);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(request)) {
      const timer = setTimeout(
        () => app.server.emit('clientError', BODY_TIMEOUT, raw.socket),
        BODY_MAX_MS,
      );
      limited.set(raw, { timer, response: reply.raw });
      running.add(timer);
      const stop = () => {
        clearTimeout(timer);
        running.delete(timer);
      };
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

/** Lifts the limit for an upload that was accepted: from now on only silence of its sender ends it. */
export function allowLongBody({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const { timer, response } = limited.get(raw) ?? {};
  clearTimeout(timer);
  // Not of the request: when its body has ended Node would close the connection, and with it the way of the answer.
  response?.setTimeout(BODY_MAX_MS, () => {
    const isOurTurn = raw.complete || raw.readableLength > 0;
    if (isOurTurn) raw.socket.setTimeout(BODY_MAX_MS);
    else raw.destroy();
  });
}

export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @returns the first bytes of a body. What else is sent is let go. @throws Error when the sender breaks off before */
export const readFirst = async (body: Readable, maxBytes: number): Promise<Buffer> =>
  (await readEnds(body, { firstMax: maxBytes, lastMax: 0, readMax: maxBytes })).first;

/** In bytes: what is wanted of a body, and how much of it is read for that. */
interface Ends {
  readonly firstMax: number;
  readonly lastMax: number;
  readonly readMax: number;
}

/** @returns the first bytes of a body, and the last of those that were read. What else is sent is let go. @throws Error as above */
export function readEnds(
  body: Readable,
  { firstMax, lastMax, readMax }: Ends,
): Promise<{ first: Buffer; last: Buffer }> {
  const chunks: Buffer[] = [];
  let last = Buffer.alloc(0);
  let read = 0;
  return new Promise((resolve, reject) => {
    const finish = () => resolve({ first: Buffer.concat(chunks).subarray(0, firstMax), last });
    const onData = (chunk: Buffer) => {
      if (read < firstMax) chunks.push(chunk);
      read += chunk.length;
      last = joinedEnd(last, chunk, lastMax);
      if (read < readMax) return;
      body.off('data', onData);
      if (body instanceof IncomingMessage) drainOrCut(body);
      else body.destroy();
      finish();
    };
    body.on('data', onData).once('end', finish).once('error', reject);
  });
}

const joinedEnd = (last: Buffer, chunk: Buffer, max: number): Buffer<ArrayBuffer> =>
  max === 0 ? Buffer.alloc(0) : Buffer.concat([last, chunk]).subarray(-max);

/** How much of a refused body is still read, and for how long. */
const DRAIN_MAX = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Reads what a refused sender is still sending, up to a limit, and then cuts the connection. Closing at once would
 * reset it before the sender has read the reason; reading to the end would let it send for hours.
 */
export function drainOrCut(request: IncomingMessage): void {
  if (request.destroyed || request.readableEnded) return;
  let left = DRAIN_MAX.bytes;
  const cut = () => request.socket.destroy();
  const timer = setTimeout(cut, DRAIN_MAX.ms);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  request.resume();
}
