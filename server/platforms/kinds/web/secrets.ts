import type { WebSecrets } from '../../../../contract/kinds/web.ts';
import { httpError } from '../../../base/http-error.ts';
import type { Platform } from '../../../config/mesh-config.ts';
import type { SecretBox } from '../../../secrets/secret-box.ts';
import type { OfKind } from '../kind.ts';

/** What the sealed secrets of a platform belong to: see `SecretBox`. */
export const platformContext = (id: string): string => `platform ${id}`;

/** @returns undefined if they cannot be read */
export function openSecrets(
  box: SecretBox,
  { id, secret }: Pick<Platform, 'id' | 'secret'>,
): WebSecrets | undefined {
  const text = secret === undefined ? '{}' : box.open(platformContext(id), secret);
  return text === undefined ? undefined : JSON.parse(text);
}

/** @returns whether secrets of a platform would go to another host, or to whoever pretends to be it */
export function isForOthers(before: OfKind<'web'>, after: OfKind<'web'>): boolean {
  const isElsewhere = new URL(before.url).origin !== new URL(after.url).origin;
  return isElsewhere || (before.tls === 'trusted' && after.tls === 'any');
}

/**
 * A secret that is left out stays as it is, unless it would then go to another host: whoever may change a platform must not
 * learn its secrets by sending them to a host of their own.
 */
export function sealSecrets(
  platform: OfKind<'web'>,
  given: WebSecrets,
  before: OfKind<'web'> | undefined,
  box: SecretBox,
): string | undefined {
  const kept: WebSecrets = before === undefined ? {} : (openSecrets(box, before) ?? {});
  const isKept = (['auth', 'headers'] as const).some(
    (name) => given[name] === undefined && kept[name] !== undefined,
  );
  if (before && isKept && isForOthers(before, platform))
    throw httpError(400, 'secrets must be entered again when the host or the trust changes.');
  const secrets = Object.entries({ ...kept, ...given }).filter(([, value]) => Boolean(value));
  return secrets.length === 0
    ? undefined
    : box.seal(platformContext(platform.id), JSON.stringify(Object.fromEntries(secrets)));
}

/** @returns names of what it is probed with that nobody may read */
export function secretNames(platform: OfKind<'web'>, box: SecretBox): string[] {
  const { auth, headers } = openSecrets(box, platform) ?? {};
  const kind = auth && ('token' in auth ? 'auth: bearer' : `auth: basic, ${auth.username}`);
  return [...(kind ? [kind] : []), ...Object.keys(headers ?? {}).map((name) => `header: ${name}`)];
}
