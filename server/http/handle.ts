import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type AnswerOf, CALLS, type Call, type PayloadOf } from '../../contract/calls.ts';
import type { CallName, PATHS } from '../../contract/paths.ts';
import type { Account } from '../store/accounts.ts';
import { allowLongBody, hasBody } from './body-time.ts';
import { complaintOf } from './complaint.ts';
import { signInFirst } from './guard.ts';
import { refuse } from './refuse.ts';

/** Names in the braces of a path. */
type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

type QueryOf<Name extends CallName> = (typeof CALLS)[Name]['query'] extends infer Schema
  ? Schema extends z.ZodMiniType
    ? z.infer<Schema>
    : null
  : never;

/** What a handler is given; everything in it has passed the contract's schemas. */
export interface Received<Name extends CallName> {
  readonly params: Readonly<Record<ParamOf<(typeof PATHS)[Name]>, string>>;
  readonly query: QueryOf<Name>;
  /** Of a JSON call; a multipart call reads its own body from `request`. */
  readonly payload: (typeof CALLS)[Name]['body'] extends 'json' ? PayloadOf<Name> : null;
  /** Who asks. Null only where the table of calls says `public`. */
  readonly account: (typeof CALLS)[Name]['access'] extends 'session' ? Account : Account | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Given<Name extends CallName> = AnswerOf<Name> | FastifyReply;

/**
 * Answers one row of the contract's table of calls: its method and path; 401 without a session, before
 * the body is read; 415 for another content type; 400 with a sentence for what does not fit its schemas.
 * The handler returns the answer's value, or the reply when it has sent it itself, or throws `refuse()`.
 */
export function handle<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  answer: (call: Received<Name>) => Promise<Given<Name>> | Given<Name>,
): void {
  const row: Call = CALLS[name];
  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: name, guarded: row.access === 'session' },
    onRequest: (request, _reply, done) => {
      const refusal = refusalBeforeBody(row, request);
      if (refusal === undefined && row.body === 'multipart') allowLongBody(request);
      done(refusal);
    },
    handler: (request, reply) => answer(receive<Name>(row, request, reply)),
  });
}

function refusalBeforeBody(row: Call, request: FastifyRequest): Error | undefined {
  if (row.access === 'session' && request.signedIn === null) return signInFirst();
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const wanted = row.body === 'multipart' ? 'multipart/form-data' : 'application/json';
  if (type === undefined ? row.body === 'none' || !hasBody(request) : type === wanted)
    return undefined;
  if (row.method === 'GET') return undefined;
  return refuse(415, `This call takes ${wanted} only.`);
}

function receive<Name extends CallName>(
  row: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Received<Name> {
  const received = {
    params: request.params,
    query: row.query === null ? null : readQuery(row.query, request),
    payload: row.body === 'json' && row.payload ? parse(row.payload, request.body) : null,
    account: request.signedIn?.account ?? null,
    request,
    reply,
  };
  // The row was chosen by `Name`, which the compiler cannot follow through `CALLS[name]`.
  return received as unknown as Received<Name>;
}

/** What a call without any query means to its schema: asked of each schema once. */
const withoutQuery = new WeakMap<z.ZodMiniType, unknown>();

function readQuery(schema: z.ZodMiniType, request: FastifyRequest): unknown {
  if (request.url.includes('?')) return parse(schema, request.query);
  const known = withoutQuery.get(schema) ?? Object.freeze(parse(schema, {}));
  withoutQuery.set(schema, known);
  return known;
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (!result.success) throw refuse(400, complaintOf(result.error.issues));
  return result.data;
}
