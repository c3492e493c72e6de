import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import type { OidcProblem } from '../../../contract/oidc.ts';
import { OIDC_CALLBACK_PATH, OIDC_START_PATH } from '../../../contract/paths.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { withActor } from '../../base/actor.ts';
import { isWithinLast } from '../../base/clock.ts';
import type { Account } from '../../base/session.ts';
import type { OpenIdConfig } from '../../config/openid-config.ts';
import { createCookie } from '../../http/cookies.ts';
import { addressKey } from '../../limits/address-key.ts';
import {
  type OpenIdClaims,
  type OpenIdProvider,
  SignInProblem,
} from '../../outgoing/openid-provider.ts';
import type { OpenIdSignIns } from '../openid/openid-sign-ins.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
} from '../rows/auth-challenges.ts';
import { type AccountsNode, recordFailedSignIn, signIn } from '../sign-in.ts';

interface OidcDeps extends AccountsNode {
  readonly openId: OpenIdConfig;
  readonly provider: OpenIdProvider;
  readonly signIns: OpenIdSignIns;
}

const ChallengeSchema = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  redirect: z.nullable(z.string()),
  anew: z.boolean(),
});
type Challenge = z.infer<typeof ChallengeSchema>;

/** Names the row that the return from the provider is checked by. */
const challengeCookie = createCookie('meridian-openid');

/** A site behind one address may sign in at the same time. */
const STARTS_PER_ADDRESS = { max: 300, windowMs: 10 * 60_000, keysMax: 50_000 };
const REDIRECT_MAX = 1000;
/** Of little use in the log, and everybody can cause them. */
const NOT_RECORDED: ReadonlySet<OidcProblem> = new Set(['cancelled', 'expired', 'unreachable']);

/** The sign-in at the OpenID provider: the browser is sent there, and comes back with a code. */
export function oidcCalls(app: FastifyInstance, deps: OidcDeps): void {
  start(app, deps);
  callback(app, deps);
}

function start(app: FastifyInstance, deps: OidcDeps): void {
  const { openId, provider, journal, now, limits } = deps;
  const starts = limits.attempts('provider sign-in by address', STARTS_PER_ADDRESS);
  app.get(OIDC_START_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { redirect, moved, confirm } = request.query as Record<string, unknown>;
    const anew = confirm !== undefined;
    // The provider sends the browser back to PUBLIC_URL, where a cookie of another host is not sent.
    const host = request.host.replace(/:(?:80|443)$/, '');
    if (host !== new URL(openId.origin).host && moved === undefined)
      return reply.redirect(startAddress(openId.origin, redirect, anew), 302);
    await starts.count(addressKey(request.ip));
    try {
      const { address, checks } = await provider.begin(anew);
      const data: Challenge = { checks, redirect: ownPath(redirect), anew };
      const secret = await journal.commit((tx) =>
        createAuthChallenge(tx, { kind: 'oidc', accountId: null, data, at: now() }),
      );
      challengeCookie.write(reply, secret, AUTH_CHALLENGE_MS);
      return reply.redirect(address.href, 302);
    } catch (error) {
      return fail(deps, { request, reply, redirect: ownPath(redirect) }, error);
    }
  });
}

function callback(app: FastifyInstance, deps: OidcDeps): void {
  const { provider, signIns } = deps;
  app.get(OIDC_CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    let redirect: string | null = null;
    try {
      const challenge = await takeChallenge(deps, request);
      redirect = challenge.redirect;
      challengeCookie.write(reply, '', 0);
      const query = request.url.slice(request.url.indexOf('?'));
      const claims = await provider.complete(query, challenge.checks);
      const account = await signIns.accountOf(claims, request.ip);
      await admit(deps, { account, claims, anew: challenge.anew }, request, reply);
      return reply.redirect(signInPage({ 'signed-in': 'oidc', redirect }), 302);
    } catch (error) {
      return fail(deps, { request, reply, redirect }, error);
    }
  });
}

interface Admitted {
  readonly account: Account;
  readonly claims: OpenIdClaims;
  readonly anew: boolean;
}

/**
 * Opens a session, or confirms the one that is there. A provider that signed somebody in without a question has proved
 * nothing now: what counts is when it last asked.
 */
async function admit(
  deps: OidcDeps,
  { account, claims, anew }: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { sessions, now } = deps;
  const present = request.signedIn;
  const askedAt = (claims.auth_time ?? 0) * 1000;
  const isProven = isWithinLast(CONFIRMED_MS, askedAt, now());
  const provenAt = isProven ? Math.min(now(), askedAt) : 0;
  if (!anew || !isProven || present?.account.id !== account.id)
    return signIn(deps, { account, way: 'OpenID', provenAt }, request, reply);
  const { id: accountId, username: name } = account;
  return withActor({ accountId, name, kind: 'person', address: request.ip }, () =>
    sessions.confirm(present, (tx, at) =>
      recordAudit(tx, { action: 'identity.confirmed', detail: 'OpenID', at }),
    ),
  );
}

/** It counts once, whatever follows. @throws SignInProblem */
async function takeChallenge({ journal, now }: OidcDeps, request: FastifyRequest) {
  const secret = challengeCookie.read(request);
  const taken =
    secret && (await journal.commit((tx) => consumeAuthChallenge(tx, 'oidc', secret, now())));
  if (!taken) throw new SignInProblem('expired');
  const challenge = ChallengeSchema.parse(taken.data);
  const { state } = request.query as Record<string, unknown>;
  // That of another sign-in, in another tab.
  if (state !== challenge.checks.state) throw new SignInProblem('expired');
  return challenge;
}

interface Failed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly redirect: string | null;
}

async function fail(deps: OidcDeps, { request, reply, redirect }: Failed, error: unknown) {
  if (!(error instanceof SignInProblem)) throw error;
  const { problem, account = null, cause } = error;
  request.log.warn({ address: request.ip, problem, cause: String(cause) }, 'OpenID sign-in failed');
  if (!NOT_RECORDED.has(problem))
    await recordFailedSignIn(deps, request, { account, reason: `OpenID: ${problem}` });
  return reply.redirect(signInPage({ problem, redirect }), 302);
}

function signInPage(query: Record<string, string | null>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `/login?${new URLSearchParams(given)}`;
}

function startAddress(origin: string, redirect: unknown, anew: boolean): string {
  const address = new URL(OIDC_START_PATH, origin);
  const path = ownPath(redirect);
  if (path !== null) address.searchParams.set('redirect', path);
  if (anew) address.searchParams.set('confirm', '1');
  address.searchParams.set('moved', '1');
  return address.href;
}

/** @returns null for what would lead to another site */
function ownPath(redirect: unknown): string | null {
  if (typeof redirect !== 'string' || redirect.length > REDIRECT_MAX) return null;
  const here = 'http://here.invalid';
  if (!redirect.startsWith('/') || !URL.canParse(redirect, here)) return null;
  const { origin, pathname, search, hash } = new URL(redirect, here);
  // `/.//name` is the path `//name`, which leads to another host.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : null;
}
