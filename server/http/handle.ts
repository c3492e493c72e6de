import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { type AnswerOf, CALLS } from '../../contract/calls.ts';
import type { CallName, PATHS } from '../../contract/paths.ts';
import { isAllowed, type SessionRole } from '../../contract/roles.ts';
import { type PayloadOf, type QueryOf, type SentShapes, sentShapes } from '../../contract/sent.ts';
import { actorOf, withActor } from '../base/actor.ts';
import { type HttpError, httpError, signInRequired } from '../base/http-error.ts';
import type { Account, Session } from '../base/session.ts';
import { formatIssue } from '../base/zod-message.ts';
import { answerUnchanged } from './etag.ts';
import { hasBody } from './request-body.ts';

/** Names in the braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** What a handler receives; everything in it has passed the contract's schemas. */
interface CallContext<Name extends CallName> {
  readonly params: Readonly<Record<ParamNames<(typeof PATHS)[Name]>, string>>;
  readonly query: QueryOf<Name>;
  /** Of a JSON call; a multipart call reads its own body from `request`. */
  readonly payload: (typeof CALLS)[Name]['body'] extends 'json' ? PayloadOf<Name> : null;
  /** The signed-in account. Null only where the table of calls says `public`. */
  readonly account: (typeof CALLS)[Name]['access'] extends 'public' ? Account | null : Account;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type HandlerResult<Name extends CallName> = AnswerOf<Name> | FastifyReply;

/**
 * Registers the route of one row in the contract's table of calls. Answers 401 without a session and 403 without the role
 * that the row needs, before the body is read; 415 for another content type; 400 with a sentence for what does not fit its schemas. The handler returns
 * the value of the answer, or the reply if it has sent one itself, or throws `httpError()`.
 */
export function handle<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: (call: CallContext<Name>) => Promise<HandlerResult<Name>> | HandlerResult<Name>,
): void {
  const row: Call = CALLS[name];
  const sent = sentShapes(name);
  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: name, guarded: row.access !== 'public' },
    compress: row.method === 'GET' ? {} : false,
    ...(row.method === 'GET' && { onSend: [answerUnchanged] }),
    onRequest: [
      requireAccess(row),
      (request, _reply, done) => {
        done(checkContentType(row, request));
      },
    ],
    handler: (request, reply) =>
      withActor(actorOf(request), async () => handler(contextOf<Name>(row, sent, request, reply))),
  });
}

/** A session in memory is read again before it is refused. */
function requireAccess(rule: AccessRule) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const refusal = authorizationError(rule, request.signedIn);
    if (refusal === undefined || request.signedIn === null) done(refusal);
    else
      request.server
        .identifyAgain(request)
        .then(() => done(authorizationError(rule, request.signedIn)), done);
  };
}

/** What a route demands of whoever calls it. */
type AccessRule = Pick<Call, 'access' | 'personal' | 'confirm'>;

/** @returns why a request with this session is refused; undefined: it is allowed */
function authorizationError(
  { access, personal, confirm }: AccessRule,
  session: Session | null,
): HttpError | undefined {
  if (access === 'public') return undefined;
  if (session === null) return signInRequired();
  const { role } = session.account;
  if (!isAllowed(role, access))
    return httpError(
      403,
      role === 'display'
        ? 'A display may only read.'
        : `This needs the role ${access}; yours is ${role}.`,
    );
  const isToken = session.token !== null;
  if (personal && isToken) return httpError(403, 'An API token may not do this.');
  if (session.mustEnrol && !personal)
    return httpError(403, 'Your role needs a second factor: set one up on your account page.');
  if (confirm && !isToken && !session.confirmed)
    return httpError(403, 'Please confirm that it is you.', { confirm: session.confirmBy });
  return undefined;
}

function checkContentType(row: Call, request: FastifyRequest): Error | undefined {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const expected = row.body === 'multipart' ? 'multipart/form-data' : 'application/json';
  if (type === undefined ? row.body === 'none' || !hasBody(request) : type === expected)
    return undefined;
  if (row.method === 'GET') return undefined;
  return httpError(415, `This call accepts ${expected} only.`);
}

function contextOf<Name extends CallName>(
  row: Call,
  sent: SentShapes,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext<Name> {
  const context = {
    params: request.params,
    query: sent.query === null ? null : parse(sent.query, request.query),
    payload: row.body === 'json' && sent.payload ? parse(sent.payload, request.body) : null,
    account: request.signedIn?.account ?? null,
    request,
    reply,
  };
  // `Name` chose the row, which the compiler cannot follow through `CALLS[name]`.
  return context as unknown as CallContext<Name>;
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (!result.success) throw httpError(400, formatIssue(result.error.issues));
  return result.data;
}

/** @returns the `onRequest` hook of a guarded route that is not in the table of calls */
export function requireRole(access: SessionRole) {
  return requireAccess({ access, personal: false, confirm: false });
}
