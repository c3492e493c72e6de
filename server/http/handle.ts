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
import type { Database } from '../database/database.ts';
import { withCommitCheck } from '../database/journal.ts';
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
  addRoute(app, name, {
    method: row.method,
    check: (request) => checkContentType(row, request),
    answer: (request, reply) => handler(contextOf<Name>(row, sent, request, reply)),
  });
}

/**
 * Registers the route of a row whose clients are programs of other makers: by their methods, with any query and any body, and
 * whatever stands behind the address, unless it is said which. The handler reads all of it itself.
 */
export function handleAnything<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: (request: FastifyRequest) => Promise<AnswerOf<Name>>,
  { method, behind: all } = { method: ['GET', 'HEAD', 'POST', 'PUT'], behind: ['', '/*'] },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    // Fastify refuses what is written there and is no type before it asks a parser.
    scope.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
    for (const behind of all)
      addRoute(scope, name, {
        method,
        behind,
        check: () => undefined,
        answer: handler,
      });
  });
}

interface Route {
  readonly method: string | string[];
  /** Of its path. */
  readonly behind?: string;
  /** @returns why a request is refused before its body is read */
  readonly check: (request: FastifyRequest) => Error | undefined;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

function addRoute(app: FastifyInstance, name: CallName, route: Route): void {
  const { method, behind = '', check, answer } = route;
  const row: Call = CALLS[name];
  app.route({
    method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1') + behind,
    config: { call: name, guarded: row.access !== 'public' },
    compress: row.method === 'GET' ? {} : false,
    ...(row.method === 'GET' && { onSend: [answerUnchanged] }),
    onRequest: [requireAccess(row), (request, _reply, done) => done(check(request))],
    ...(row.body === 'json' && row.access !== 'public' && { preHandler: askAgain(row) }),
    handler: (request, reply) => runAs(request, row, async () => answer(request, reply)),
  });
}

/**
 * Runs what a request asks for on behalf of whoever makes it. Reading its body may take long: each commit asks again, in its
 * transaction, whether they may do it.
 */
export async function runAs<T>(
  request: FastifyRequest,
  rule: AccessRule,
  work: () => Promise<T>,
): Promise<T> {
  const { signedIn, server } = request;
  if (rule.access === 'public' || signedIn === null) return withActor(actorOf(request), work);
  let answered = false;
  async function check(tx: Database): Promise<void> {
    // Loops that the work has begun go on for themselves.
    const refusal = answered
      ? undefined
      : authorizationError(rule, await server.readRights(tx, signedIn as Session));
    if (refusal !== undefined) throw refusal;
  }
  const result = await withCommitCheck(check, () => withActor(actorOf(request), work));
  // Not of one that failed: an upload that is refused on its way may go on to its commit.
  answered = true;
  return result;
}

/**
 * Runs work that may last for hours, until whoever asked for it may not do that any more.
 *
 * @throws HttpError 401 or 403 then, and what `work` throws. The work itself goes on until its request is cut
 */
export async function whileAllowed<T>(
  request: FastifyRequest,
  access: SessionRole,
  work: () => Promise<T>,
): Promise<T> {
  const { server } = request;
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = server.onRightsChange(() => {
      server.identifyAgain(request).then(() => {
        const refusal = authorizationError(roleRule(access), request.signedIn);
        if (refusal !== undefined) reject(refusal);
      }, reject);
    });
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    stop();
  }
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

/** After a body, which may have taken a minute. */
const askAgain = (rule: AccessRule) => async (request: FastifyRequest) => {
  if (!hasBody(request)) return;
  await request.server.identifyAgain(request);
  const refusal = authorizationError(rule, request.signedIn);
  if (refusal !== undefined) throw refusal;
};

/** What a route demands of whoever calls it. */
type AccessRule = Pick<Call, 'access' | 'personal' | 'confirm'>;

/** Of a route that is not in the table of calls. */
export const roleRule = (access: SessionRole): AccessRule => ({
  access,
  personal: false,
  confirm: false,
});

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
export const requireRole = (access: SessionRole) => requireAccess(roleRule(access));
