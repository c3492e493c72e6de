import type { Role } from '../../../contract/roles.ts';
import { isAllowed } from '../../../contract/roles.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { type Actor, withActor } from '../../base/actor.ts';
import type { Account } from '../../base/session.ts';
import type { OpenIdConfig } from '../../config/openid-config.ts';
import type { Tx } from '../../database/database.ts';
import type { Emit } from '../../database/journal.ts';
import type { NodeBase } from '../../feature.ts';
import { type OpenIdClaims, SignInProblem } from '../../outgoing/openid-provider.ts';
import { changeDisabled, changeRole, emitPeople, requirePerson } from '../people.ts';
import { createOpenIdAccount, findOpenIdAccount } from '../rows/openid-accounts.ts';
import { isLastAdmin } from '../rows/people.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { usernameProblem } from '../username-rules.ts';

/** Gives the people of an OpenID provider their accounts. */
export type OpenIdSignIns = ReturnType<typeof createOpenIdSignIns>;

interface OpenIdSignInsDeps extends Pick<NodeBase, 'journal' | 'now'> {
  readonly config: OpenIdConfig;
  readonly sessions: Pick<Sessions, 'refresh' | 'endAllOf'>;
}

/** For the audit log. */
const WHY = {
  role: 'role at the OpenID provider',
  groups: 'groups at the OpenID provider',
} as const;

export function createOpenIdSignIns(deps: OpenIdSignInsDeps) {
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
    await emitPeople(tx, emit, at);
    return account;
  }

  /** Disables who has no role any more, and enables them when they have one again. The last admin is not demoted. */
  async function update(tx: Tx, emit: Emit, account: Account, role: Role | null) {
    const { id, username } = account;
    const person = await requirePerson(tx, id);
    if (person.disabledBy === 'admin') throw new SignInProblem('disabled', { account: username });
    const change = { person, at: now() };
    if (role === null) {
      await changeDisabled(tx, emit, { ...change, by: 'provider', why: `no ${WHY.role}` });
      return null;
    }
    await changeDisabled(tx, emit, { ...change, by: null, why: WHY.role });
    if (role !== 'admin' && (await isLastAdmin(tx, id))) return account;
    await changeRole(tx, emit, { ...change, role, why: WHY.groups });
    return { ...account, role };
  }

  return {
    /**
     * @returns the account of a person, made at their first sign-in, with the role of their groups
     * @throws SignInProblem if they may not sign in
     */
    async accountOf(claims: OpenIdClaims, address: string): Promise<Account> {
      const { before, account } = await journal.commit(async (tx, emit) => {
        const before = await findOpenIdAccount(tx, { issuer, subject: claims.sub });
        if (before === undefined)
          return { before, account: await create(tx, emit, claims, address) };
        const role = roleOfClaims(claims, config);
        const account = await withActor(personAt(before, address), () =>
          update(tx, emit, before, role),
        );
        return { before, account };
      });
      if (before === undefined) return account;
      if (account === null) {
        await sessions.endAllOf(before.id, undefined, (tx, emit) => emitPeople(tx, emit, now()));
        throw new SignInProblem('no-role', { account: before.username });
      }
      if (before.role !== account.role) sessions.refresh(account.id);
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

const NOT_IN_A_NAME = /[\p{C}<>&"`]/gu;
/** Room for the number of a name that is taken. */
const NAME_MAX = TEXT_MAX.username - 8;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** @returns the highest role of a person's groups; null: they may not sign in */
function roleOfClaims(
  claims: OpenIdClaims,
  { groupsClaim, roles, defaultRole }: Pick<OpenIdConfig, 'groupsClaim' | 'roles' | 'defaultRole'>,
): Role | null {
  const listed = claims[groupsClaim];
  const groups = typeof listed === 'string' ? [listed] : Array.isArray(listed) ? listed : [];
  const mapped = groups.map((group) => roles.get(group)).filter((role) => role !== undefined);
  const highest = mapped.reduce<Role | null>(
    (best, role) => (best === null || isAllowed(role, best) ? role : best),
    null,
  );
  return highest ?? defaultRole;
}

/** @returns the name that an account of this person should have */
function usernameOfClaims({ preferred_username, email, sub }: OpenIdClaims): string {
  const names = [preferred_username, email, sub].map((name) =>
    typeof name === 'string'
      ? name.replace(NOT_IN_A_NAME, '').trim().slice(0, NAME_MAX).trim()
      : '',
  );
  return names.find((name) => name !== '' && usernameProblem(name) === undefined) ?? 'person';
}

/** @returns '' if the provider says none */
const emailOfClaims = ({ email }: OpenIdClaims): string =>
  typeof email === 'string' && EMAIL.test(email) && email.length <= TEXT_MAX.email ? email : '';
