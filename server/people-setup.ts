import type { FastifyInstance } from 'fastify';
import type { ApiTokens } from './accounts/api-tokens.ts';
import type { Limits } from './accounts/limits.ts';
import { createOneTimeCodes } from './accounts/one-time-codes.ts';
import type { OpenIdConfig } from './accounts/openid/openid-config.ts';
import { createPasswords } from './accounts/passwords.ts';
import type { Sessions } from './accounts/sessions.ts';
import { accessSettingsCalls } from './calls/access-settings.ts';
import { accountCalls } from './calls/account.ts';
import { apiTokenCalls } from './calls/api-tokens.ts';
import { auditCalls } from './calls/audit.ts';
import { authCalls } from './calls/auth.ts';
import { confirmCalls } from './calls/confirm-identity.ts';
import { invitationCalls } from './calls/invitations.ts';
import { loginCall } from './calls/login.ts';
import { oneTimeCodeCalls } from './calls/one-time-codes.ts';
import { passkeySignInCalls } from './calls/passkey-sign-in.ts';
import { passkeyCalls } from './calls/passkeys.ts';
import { peopleCalls } from './calls/people.ts';
import { registerCall } from './calls/register.ts';
import { secondFactorCall } from './calls/second-factor.ts';
import { signInOptionsCall } from './calls/sign-in-options.ts';
import type { Config } from './config.ts';
import { isOpenToAll } from './exposure.ts';
import { createRelyingParties } from './http/relying-party.ts';
import type { SignInDeps } from './http/sign-in.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

interface PeopleDeps {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly secrets: SecretBox;
}

/** Registers the calls about who may come in and what they may do. */
export async function registerPeopleCalls(app: FastifyInstance, deps: PeopleDeps): Promise<void> {
  const { config, db, journal, now, limits, sessions } = deps;
  const { sessionMs, registration, signUpRole } = config;
  const { product } = config.mesh;
  // The client's secret stays here.
  const oidc = config.oidc && { name: config.oidc.name, issuer: config.oidc.issuer };
  const passwords = createPasswords();
  const signIn = { journal, now, limits, sessions, sessionMs };
  const proofs = {
    codes: createOneTimeCodes(deps.secrets, product),
    relyingParties: createRelyingParties(config.publicOrigin),
  };
  const own = { ...signIn, ...proofs, db, passwords, product };
  loginCall(app, own);
  secondFactorCall(app, own);
  passkeySignInCalls(app, own);
  const provider = oidc && { name: oidc.name };
  signInOptionsCall(app, { db, registration, oidc: provider, ...proofs });
  confirmCalls(app, own);
  passkeyCalls(app, own);
  oneTimeCodeCalls(app, own);
  authCalls(app, signIn);
  registerCall(app, {
    ...{ ...signIn, db, passwords },
    ...{ registration, signUpRole, product },
  });
  invitationCalls(app, { db, journal, now, limits, registration });
  peopleCalls(app, { db, journal, now, limits, sessions });
  const configured = { registration, signUpRole, exposed: isOpenToAll(config), oidc };
  accessSettingsCalls(app, { db, journal, now, sessions, configured });
  accountCalls(app, own);
  apiTokenCalls(app, { tokens: deps.tokens, limits });
  await openIdSignIn(app, { ...signIn, config: config.oidc });
  auditCalls(app, { db });
}

/** What a provider needs is loaded where one is configured: its library takes 8 MiB. */
async function openIdSignIn(
  app: FastifyInstance,
  { config, ...signIn }: SignInDeps & { readonly config: OpenIdConfig | null },
): Promise<void> {
  if (config === null) return;
  const [{ createOpenIdProvider }, { createOpenIdSignIns }, { oidcCalls }] = await Promise.all([
    import('./accounts/openid/openid-provider.ts'),
    import('./accounts/openid/openid-sign-ins.ts'),
    import('./calls/oidc.ts'),
  ]);
  const provider = createOpenIdProvider(config, signIn.now);
  const signIns = createOpenIdSignIns({ ...signIn, config });
  oidcCalls(app, { ...signIn, config, provider, signIns });
}
