import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, httpError } from '../base/http-error.ts';
import { DatabaseFullError, DatabaseUnreachableError } from '../database/database-errors.ts';
import { routeOf } from './routes.ts';

/** Sentences for errors that come from the framework. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  403: 'This is not allowed.',
  404: 'There is nothing here.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not accepted here.',
  431: 'The request has too many headers.',
  503: 'The server is busy. Please try again.',
};

/** Problem details (RFC 9457), beside the `message` that consoles read. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** @param details what else the answer says */
export const problemOf = (status: number, message: string, details: object = {}) => ({
  type: 'about:blank',
  title: STATUS_CODES[status],
  status,
  detail: message,
  message,
  ...details,
});

/** Every failure is answered as problem details with `message`. Only an HttpError keeps its own message; nothing internal leaves. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asHttpError(error);
    if (known !== undefined) return sendError(known, request, reply);
    request.log.error({ err: error, method: request.method, path: routeOf(request) }, 'failed');
    const problem = problemOf(500, 'Something went wrong on the server.');
    return reply.code(500).type(PROBLEM_TYPE).send(problem);
  });
}

export function sendError(error: HttpError, request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    {
      method: request.method,
      path: routeOf(request),
      status: error.status,
      reason: error.message,
      address: request.ip,
      account: request.signedIn?.account.id,
    },
    'refused',
  );
  // A cache may keep a 404 on its own, and what is missing now may exist after an update.
  reply.header('cache-control', 'no-store').headers(error.headers);
  const problem = problemOf(error.status, error.message, error.details);
  return reply.code(error.status).type(PROBLEM_TYPE).send(problem);
}

/** @returns undefined for a fault of the server itself */
export function asHttpError(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnreachableError)
    return httpError(503, error.message, { headers: { 'retry-after': '5' } });
  if (error instanceof DatabaseFullError) return httpError(507, error.message);
  const status = error.statusCode ?? 500;
  if (status >= 500 && status !== 503) return undefined;
  return httpError(status, defaultMessage(status));
}

export const defaultMessage = (status: number) => MESSAGES[status] ?? 'The request was refused.';
