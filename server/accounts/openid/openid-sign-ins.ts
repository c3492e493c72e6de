import { type Actor, withActor } from '../../audit/actor.ts';
import type { Account } from '../../store/accounts.ts';
import { recordActivity } from '../../store/activity.ts';
import { recordAudit } from '../../store/audit.ts';
import type { Tx } from '../../store/database.ts';
import type { Emit, Journal } from '../../store/journal.ts';
import { applyRole, createOpenIdAccount, findOpenIdAccount } from '../../store/openid-accounts.ts';
import type { Sessions } from '../sessions.ts';
import type { OpenIdConfig } from './openid-config.ts';
import { emailOfClaims, roleOfClaims, usernameOfClaims } from './openid-person.ts';
import { type OpenIdClaims, SignInProblem } from './openid-provider.ts';

/** Gives the people of an OpenID provider their accounts. */
export interface OpenIdSignIns {
  /**
   * @returns the account of a person, made at their first sign-in, with the role of their groups
   * @throws SignInProblem if they may not sign in
   */
  accountOf(claims: OpenIdClaims, address: string): Promise<Account>;
}

interface OpenIdSignInsDeps {
  readonly config: OpenIdConfig;
  readonly journal: Journal;
  readonly now: () => number;
  readonly sessions: Pick<Sessions, 'refresh' | 'endAllOf'>;
}

export function createOpenIdSignIns(deps: OpenIdSignInsDeps): OpenIdSignIns {
  const { config, journal, now, sessions } = deps;
  const { issuer } = config;

  async function create(tx: Tx, emit: Emit, claims: OpenIdClaims, address: string) {
    const role = roleOfClaims(claims, config);
    if (role === null) throw new SignInProblem('no-role');
    const at = now();
    const wanted = { username: usernameOfClaims(claims), email: emailOfClaims(claims), role, at };
    const account = await createOpenIdAccount(tx, { ...wanted, issuer, subject: claims.sub });
    const { username } = account;
    await recordActivity(tx, emit, { message: `${username} signed up`, severity: 'primary', at });
    const detail = `${role}; OpenID`;
    await withActor(personAt(account, address), () =>
      recordAudit(tx, { action: 'account.created', target: username, detail, at }),
    );
    return account;
  }

  async function update(tx: Tx, account: Account, claims: OpenIdClaims, address: string) {
    const role = roleOfClaims(claims, config);
    if (role === null) return null;
    const changed = await applyRole(tx, account, role);
    if (changed.role !== account.role) {
      const detail = `${account.role} to ${changed.role}; groups at the OpenID provider`;
      const entry = { target: account.username, detail, at: now() };
      await withActor(personAt(account, address), () =>
        recordAudit(tx, { action: 'role.changed', ...entry }),
      );
    }
    return changed;
  }

  return {
    async accountOf(claims, address) {
      const { before, account } = await journal.commit(async (tx, emit) => {
        const found = await findOpenIdAccount(tx, { issuer, subject: claims.sub });
        if (found === undefined)
          return { before: null, account: await create(tx, emit, claims, address) };
        const before = found.account;
        if (found.disabled) throw new SignInProblem('disabled', { account: before.username });
        return { before, account: await update(tx, before, claims, address) };
      });
      if (account === null) {
        // In no group any more: what is still signed in ends too.
        if (before !== null) await sessions.endAllOf(before.id);
        throw new SignInProblem('no-role', before ? { account: before.username } : {});
      }
      if (before !== null && before.role !== account.role) sessions.refresh(account.id);
      return account;
    },
  };
}

const personAt = ({ id, username }: Account, address: string): Actor => ({
  accountId: id,
  name: username,
  kind: 'person',
  address,
});
