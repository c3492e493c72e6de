import type { FastifyInstance } from 'fastify';
import type { OpenIdConfig } from '../config/openid-config.ts';
import type { Feature, NodeBase } from '../feature.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { accessSettingsCalls } from './calls/access-settings.ts';
import { accountCalls } from './calls/account.ts';
import { apiTokenCalls } from './calls/api-tokens.ts';
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
import { isOpenToAll } from './exposure.ts';
import { createOneTimeCodes } from './factors/one-time-codes.ts';
import { createPasswords, type Passwords } from './factors/passwords.ts';
import type { PeopleState } from './people-state.ts';
import { createRelyingParties } from './relying-party.ts';
import type { SignInDeps } from './sign-in.ts';

interface AccountNeeds extends Pick<PeopleState, 'sessions' | 'tokens'> {
  readonly secrets: SecretBox;
  readonly passwords?: Passwords | undefined;
}

/** Who may come in and what they may do. */
export const setUpAccounts = (node: NodeBase, needs: AccountNeeds): Feature => ({
  calls: (app) => registerCalls(app, { ...node, ...needs }),
});

async function registerCalls(app: FastifyInstance, deps: NodeBase & AccountNeeds): Promise<void> {
  const { config, db, journal, now, limits, sessions, passwords = createPasswords() } = deps;
  const { sessionMs, registration, signUpRole } = config;
  const { product } = config.mesh;
  // The client's secret stays here.
  const oidc = config.oidc && { name: config.oidc.name, issuer: config.oidc.issuer };
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
}

/** What a provider needs is loaded where one is configured: its library takes 8 MiB. */
async function openIdSignIn(
  app: FastifyInstance,
  { config, ...signIn }: SignInDeps & { readonly config: OpenIdConfig | null },
): Promise<void> {
  if (config === null) return;
  const [{ createOpenIdProvider }, { createOpenIdSignIns }, { oidcCalls }] = await Promise.all([
    import('./openid/openid-provider.ts'),
    import('./openid/openid-sign-ins.ts'),
    import('./calls/oidc.ts'),
  ]);
  const provider = createOpenIdProvider(config, signIn.now);
  const signIns = createOpenIdSignIns({ ...signIn, config });
  oidcCalls(app, { ...signIn, config, provider, signIns });
}
