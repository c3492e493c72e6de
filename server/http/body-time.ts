import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How long a request's body may take: a minute in all, for everything but uploads. An upload may last for
 * hours, but never be silent for a minute.
 */
const BODY_MAX_MS = 60_000;

/** What Node calls a request that took too long; `listener.ts` answers it 408. */
const TOO_LONG = Object.assign(new Error('The body took too long.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

const timers = new WeakMap<object, NodeJS.Timeout>();

export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request)) {
      const timer = setTimeout(
        () => app.server.emit('clientError', TOO_LONG, raw.socket),
        BODY_MAX_MS,
      );
      timers.set(raw, timer);
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Called once an upload has been let in: from now on only silence counts. */
export function allowLongBody(request: FastifyRequest): void {
  clearTimeout(timers.get(request.raw));
  request.raw.setTimeout(BODY_MAX_MS, () => {
    request.raw.destroy();
  });
}

export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
