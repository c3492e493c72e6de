import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak, as a compressed answer is not the same bytes. */
export const tagOf = (text: string) =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

export const isNamed = (tag: string, { headers }: FastifyRequest): boolean =>
  headers['if-none-match']?.split(',').some((one) => one.trim() === tag) ?? false;

/**
 * By call, the field that says when it was answered, and nothing else. No tag is made of it: an equal answer of another moment
 * will do, as a weak tag promises no more (RFC 9110, section 8.8.1).
 */
const ANSWERED_AT: Readonly<Record<string, string>> = { watchdog: 'ts', proofHealth: 'timestamp' };

const without = (field: string, json: string) =>
  JSON.stringify({ ...JSON.parse(json), [field]: undefined });

/** The `onSend` hook of a read: names what it answers, and answers 304 to whoever has it already. */
export async function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const answeredAt = ANSWERED_AT[request.routeOptions.config.call ?? ''];
  const tag = tagOf(answeredAt ? without(answeredAt, payload) : payload);
  reply.header('etag', tag);
  if (!isNamed(tag, request)) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
}
