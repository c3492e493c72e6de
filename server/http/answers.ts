import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusyError } from '../accounts/passwords.ts';
import { pathOf } from './address.ts';
import { Refusal, refuse } from './refuse.ts';

/** What the framework refuses by itself, in words for a person. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  403: 'This is not allowed.',
  404: 'There is nothing here.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not taken here.',
  431: 'The request has too many headers.',
  503: 'The server is busy. Please try again.',
};

/** Every failure leaves as `{ message }`: a refusal in its own words, anything else without its inside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === undefined) {
      request.log.error({ err: error, method: request.method, path: pathOf(request) }, 'failed');
      return reply.code(500).send({ message: 'Something went wrong on the server.' });
    }
    return answerRefusal(refusal, request, reply);
  });
}

export function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: refusal.status,
      reason: refusal.message,
      address: request.ip,
    },
    'refused',
  );
  // A cache may keep a 404 of its own accord, and what is missing now may be there after an update.
  reply.header('cache-control', 'no-store').headers(refusal.headers);
  return reply.code(refusal.status).send({ message: refusal.message });
}

/** @returns undefined for what is the server's own fault */
export function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof BusyError) return refuse(503, error.message, { 'retry-after': '2' });
  const status = error.statusCode ?? 500;
  if (status >= 500 && status !== 503) return undefined;
  return refuse(status, wordsFor(status));
}

export const wordsFor = (status: number) => WORDS[status] ?? 'The request was refused.';
