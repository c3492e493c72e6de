import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TEXT_MAX } from '../../contract/limits.ts';
import { reachedAt } from '../../contract/reached-at.ts';
import type { PlatformPayload, WebSecrets } from '../../contract/sent/platform.ts';
import { httpError } from '../base/http-error.ts';
import { type Definition, isForOthers, platformContext } from '../database/platform-definitions.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { openSecrets } from './probes/checks.ts';

interface DefinitionContext {
  /** The platform that is changed. */
  readonly before: Definition | undefined;
  /** Ids that a new one cannot have. */
  readonly taken: ReadonlySet<string>;
  readonly box: SecretBox;
}

interface NewDefinition {
  readonly definition: Definition;
  /** The secret of a new address that the platform reports itself at; null: there is no new one. */
  readonly report: string | null;
}

const ID_MAX_CHARS = 40;
const REPORT_SECRET_BYTES = 24;

/** @returns the platform as it is stored. @throws HttpError with a sentence for whoever sets it up */
export function definitionFrom(
  payload: PlatformPayload,
  { before, taken, box }: DefinitionContext,
): NewDefinition {
  const { kind, name } = payload;
  if (before !== undefined && (before.kind ?? 'mesh') !== kind)
    throw httpError(400, 'The kind of a platform cannot be changed: add another one.');
  const id = kind === 'mesh' ? payload.id : (before?.id ?? idFor(name, taken));
  if (before !== undefined && before.id !== id)
    throw httpError(400, 'The id of a platform cannot be changed: add another one.');
  const { secrets = {}, renew, ...settings } = { secrets: undefined, renew: false, ...payload };
  const domain = payload.domain ?? (reachedAt(payload) || name).slice(0, TEXT_MAX.platformDomain);
  const paused = before?.paused ?? false;
  const definition: Definition = { ...settings, id, domain, source: 'console', paused };
  const { secret, report } = secretOf(definition, { secrets, renew }, { before, box });
  return { definition: { ...definition, ...(secret && { secret }) }, report };
}

/** @returns the name in letters that an id may have, with a number where it is taken */
function idFor(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = plain.slice(0, ID_MAX_CHARS).replace(/^-+|-+$/g, '') || 'platform';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

function secretOf(
  definition: Definition,
  { secrets, renew }: { readonly secrets: WebSecrets; readonly renew: boolean | undefined },
  context: Pick<DefinitionContext, 'before' | 'box'>,
): { readonly secret?: string | undefined; readonly report: string | null } {
  if (definition.kind === 'web')
    return { secret: sealWebSecrets(definition, secrets, context), report: null };
  if (definition.kind !== 'report') return { report: null };
  const { secret } = context.before ?? {};
  if (secret !== undefined && !renew) return { secret, report: null };
  const report = randomBytes(REPORT_SECRET_BYTES).toString('base64url');
  return { secret: hashOfReport(report), report };
}

/** What is stored of a secret that is too long to be guessed. */
export const hashOfReport = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/**
 * A secret that is left out stays as it is, unless it would then go to another host: whoever may change a platform must not
 * learn its secrets by sending them to a host of their own.
 */
function sealWebSecrets(
  definition: Definition,
  given: WebSecrets,
  { before, box }: Pick<DefinitionContext, 'before' | 'box'>,
): string | undefined {
  const kept: WebSecrets = before === undefined ? {} : (openSecrets(box, before) ?? {});
  const isKept = (['auth', 'headers'] as const).some(
    (name) => given[name] === undefined && kept[name] !== undefined,
  );
  if (before && isKept && isForOthers(before, definition))
    throw httpError(400, 'secrets must be entered again when the host or the trust changes.');
  const secrets = Object.entries({ ...kept, ...given }).filter(([, value]) => Boolean(value));
  return secrets.length === 0
    ? undefined
    : box.seal(platformContext(definition.id), JSON.stringify(Object.fromEntries(secrets)));
}

/** @returns names of what it is probed with that nobody may read */
export function secretNames(definition: Definition, box: SecretBox): string[] {
  if (definition.kind !== 'web') return [];
  const { auth, headers } = openSecrets(box, definition) ?? {};
  const kind = auth && ('token' in auth ? 'auth: bearer' : `auth: basic, ${auth.username}`);
  return [...(kind ? [kind] : []), ...Object.keys(headers ?? {}).map((name) => `header: ${name}`)];
}

/** @returns what it was set up with, without secrets */
export const settingsOf = ({ source, paused, secret, ...settings }: Definition) => settings;

/** @returns how it is probed, without what it is called */
export function probeOf(definition: Definition) {
  const { id, name, domain, runbook, group, tags, thresholds, keys, ...probe } =
    settingsOf(definition);
  return probe;
}

/** @returns whether a platform is reached elsewhere, or otherwise: what was measured says nothing of it */
export const isReachedOtherwise = (before: Definition, after: Definition): boolean =>
  after.kind === 'web'
    ? before.url !== after.url
    : !isDeepStrictEqual(probeOf(before), probeOf(after));
