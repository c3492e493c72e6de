import type { FastifyInstance } from 'fastify';
import type { Feature, NodeBase } from '../feature.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { accountCalls } from './calls/account.ts';
import { authCalls } from './calls/auth.ts';
import { confirmCalls } from './calls/confirm-identity.ts';
import { loginCall } from './calls/login.ts';
import { oneTimeCodeCalls } from './calls/one-time-codes.ts';
import { passkeySignInCalls } from './calls/passkey-sign-in.ts';
import { passkeyCalls } from './calls/passkeys.ts';
import { accessSettingsCalls, invitationCalls, peopleCalls } from './calls/people.ts';
import { registerCall } from './calls/register.ts';
import { secondFactorCall } from './calls/second-factor.ts';
import { createOneTimeCodes } from './factors/one-time-codes.ts';
import { createPasswords, type Passwords } from './factors/passwords.ts';
import type { PeopleState } from './people-state.ts';
import { createRelyingParties } from './relying-party.ts';
import type { AccountsNode } from './sign-in.ts';

interface AccountNeeds extends Pick<PeopleState, 'sessions' | 'tokens'> {
  readonly secrets: SecretBox;
  readonly passwords?: Passwords | undefined;
}

/** Who may come in and what they may do. */
export const setUpAccounts = (node: NodeBase, needs: AccountNeeds): Feature => ({
  async calls(app) {
    const { secrets, passwords = createPasswords() } = needs;
    const { mesh, publicOrigin } = node.config;
    const codes = createOneTimeCodes(secrets, mesh.product);
    const relyingParties = createRelyingParties(publicOrigin);
    const accounts = { ...node, ...needs, passwords, codes, relyingParties };
    for (const register of CALLS) register(app, accounts);
    await openIdSignIn(app, accounts);
  },
});

const CALLS = [
  loginCall,
  secondFactorCall,
  passkeySignInCalls,
  confirmCalls,
  passkeyCalls,
  oneTimeCodeCalls,
  authCalls,
  registerCall,
  invitationCalls,
  peopleCalls,
  accessSettingsCalls,
  accountCalls,
];

/** What a provider needs is loaded where one is configured: its library takes 8 MiB. */
async function openIdSignIn(
  app: FastifyInstance,
  node: AccountsNode & Pick<NodeBase, 'clock'>,
): Promise<void> {
  const { oidc: openId } = node.config;
  if (openId === null) return;
  const [{ createOpenIdProvider }, { createOpenIdSignIns }, { oidcCalls }] = await Promise.all([
    import('../outgoing/openid-provider.ts'),
    import('./openid/openid-sign-ins.ts'),
    import('./calls/oidc.ts'),
  ]);
  const provider = createOpenIdProvider(openId, node.clock);
  const signIns = createOpenIdSignIns({ ...node, config: openId });
  oidcCalls(app, { ...node, openId, provider, signIns });
}
