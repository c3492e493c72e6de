import { TEXT_MAX } from '../../../contract/limits.ts';
import { isAllowed, type Role } from '../../../contract/roles.ts';
import type { OpenIdConfig } from './openid-config.ts';
import type { OpenIdClaims } from './openid-provider.ts';

const NOT_IN_A_NAME = /[\p{C}<>&"`]/gu;
/** Room for the number of a name that is taken. */
const NAME_MAX = TEXT_MAX.username - 8;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** @returns the highest role of a person's groups; null: they may not sign in */
export function roleOfClaims(
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
export function usernameOfClaims({ preferred_username, email, sub }: OpenIdClaims): string {
  const names = [preferred_username, email, sub].map((name) =>
    typeof name === 'string'
      ? name.replace(NOT_IN_A_NAME, '').trim().slice(0, NAME_MAX).trim()
      : '',
  );
  return names.find(Boolean) ?? 'person';
}

/** @returns '' if the provider says none */
export const emailOfClaims = ({ email }: OpenIdClaims): string =>
  typeof email === 'string' && EMAIL.test(email) && email.length <= TEXT_MAX.email ? email : '';
