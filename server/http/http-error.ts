import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { ErrorAnswerSchema } from '../../contract/shapes/system.ts';
import { BusyError } from '../busy-error.ts';
import { ChangeError } from '../change-error.ts';
import { DatabaseFullError, DatabaseUnreachableError } from '../store/database-errors.ts';
import { requestPath } from './routes.ts';

/**
 * An answer other than 200: `throw httpError(409, 'That name is taken.')` answers that status with `{ message }`.
 * The message is a sentence for the person who waits; it never holds a path, SQL or a stack.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
    /** What the answer says beside the message. */
    readonly details: ErrorDetails,
  ) {
    super(message);
  }
}

type ErrorDetails = Omit<z.infer<typeof ErrorAnswerSchema>, 'message'>;

interface ErrorExtras extends ErrorDetails {
  /** Such as `retry-after` (seconds). */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param status 400 to 499, or 503 for overload
 */
export function httpError(
  status: number,
  message: string,
  { headers = {}, ...details }: ErrorExtras = {},
): HttpError {
  return new HttpError(status, message, headers, details);
}

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

/** Every failure is answered as `{ message }`. Only an HttpError keeps its own message; nothing internal leaves. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asHttpError(error);
    if (known !== undefined) return sendError(known, request, reply);
    request.log.error({ err: error, method: request.method, path: requestPath(request) }, 'failed');
    return reply.code(500).send({ message: 'Something went wrong on the server.' });
  });
}

export function sendError(error: HttpError, request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    {
      method: request.method,
      path: requestPath(request),
      status: error.status,
      reason: error.message,
      address: request.ip,
    },
    'refused',
  );
  // A cache may keep a 404 on its own, and what is missing now may exist after an update.
  reply.header('cache-control', 'no-store').headers(error.headers);
  return reply.code(error.status).send({ message: error.message, ...error.details });
}

/** @returns undefined for a fault of the server itself */
export function asHttpError(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof BusyError) {
    const headers = { 'retry-after': String(error.retryAfterSec) };
    return httpError(error.status, error.message, { headers });
  }
  if (error instanceof DatabaseUnreachableError || error instanceof DatabaseFullError)
    return httpError(503, error.message, { headers: { 'retry-after': '5' } });
  if (error instanceof ChangeError) return httpError(error.status, error.message);
  const status = error.statusCode ?? 500;
  if (status >= 500 && status !== 503) return undefined;
  return httpError(status, defaultMessage(status));
}

export const defaultMessage = (status: number) => MESSAGES[status] ?? 'The request was refused.';
