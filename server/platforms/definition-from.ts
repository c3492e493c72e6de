import { createHash, randomBytes } from 'node:crypto';
import { TEXT_MAX } from '../../contract/limits.ts';
import {
  type Check,
  checkOf,
  optionsOf,
  type PlatformPayload,
  type WebCheck,
  type WebSecrets,
} from '../../contract/sent/platform.ts';
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
  context: DefinitionContext,
): NewDefinition {
  const { before } = context;
  if (before !== undefined && (before.kind ?? 'mesh') !== payload.kind)
    throw httpError(400, 'The kind of a platform cannot be changed: add another one.');
  const shared = sharedOf(payload, before);
  if (payload.kind === 'mesh') {
    const { id, address, keys, domain = new URL(address).host } = payload;
    if (before !== undefined && before.id !== id)
      throw httpError(400, 'The id of a platform cannot be changed: add another one.');
    const definition = { ...shared, id, kind: 'mesh', domain, address } as const;
    return { definition: { ...definition, ...(keys && { keys }) }, report: null };
  }
  const id = before?.id ?? idFor(payload.name, context.taken);
  const check = checkOf(payload);
  const { secret, report } = secretOf(id, payload, context);
  const domain = payload.domain ?? domainOf(check, payload.name).slice(0, TEXT_MAX.platformDomain);
  const definition = { ...shared, id, kind: check.kind, domain, check };
  return { definition: { ...definition, ...(secret !== undefined && { secret }) }, report };
}

const sharedOf = (payload: PlatformPayload, before: Definition | undefined) => ({
  ...{ name: payload.name, source: 'console' as const, paused: before?.paused ?? false },
  ...optionsOf(payload),
});

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

/** Screens tell platforms apart by it. */
function domainOf(check: Check, name: string): string {
  switch (check.kind) {
    case 'web': {
      const { host, pathname } = new URL(check.url);
      return host + pathname.replace(/\/$/, '');
    }
    case 'tcp':
      return `${check.host}:${check.port}`;
    case 'dns':
      return check.host;
    case 'report':
      return name;
  }
}

interface SecretOutcome {
  readonly secret: string | undefined;
  readonly report: string | null;
}

function secretOf(
  id: string,
  payload: Exclude<PlatformPayload, { kind: 'mesh' }>,
  context: DefinitionContext,
): SecretOutcome {
  const { before, box } = context;
  if (payload.kind === 'web')
    return {
      secret: sealWebSecrets(id, payload, payload.secrets ?? {}, { before, box }),
      report: null,
    };
  if (payload.kind !== 'report') return { secret: undefined, report: null };
  if (before?.secret !== undefined && payload.renew !== true)
    return { secret: before.secret, report: null };
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
  id: string,
  check: WebCheck,
  given: WebSecrets,
  { before, box }: Pick<DefinitionContext, 'before' | 'box'>,
): string | undefined {
  const kept: WebSecrets = before === undefined ? {} : (openSecrets(box, before) ?? {});
  const isKept = (['auth', 'headers'] as const).some(
    (name) => given[name] === undefined && kept[name] !== undefined,
  );
  if (isKept && isForOthers(before?.check, check))
    throw httpError(400, 'secrets must be entered again when the host or the trust changes.');
  const secrets = Object.entries({ ...kept, ...given }).filter(([, value]) => Boolean(value));
  return secrets.length === 0
    ? undefined
    : box.seal(platformContext(id), JSON.stringify(Object.fromEntries(secrets)));
}

/** @returns names of what it is probed with that nobody may read */
export function secretNames(definition: Definition, box: SecretBox): string[] {
  if (definition.check?.kind !== 'web') return [];
  const { auth, headers = {} } = openSecrets(box, definition) ?? {};
  const kind = auth && ('token' in auth ? 'auth: bearer' : `auth: basic, ${auth.username}`);
  return [...(kind ? [kind] : []), ...Object.keys(headers).map((name) => `header: ${name}`)];
}

/** @returns what it was set up with, without secrets */
export function settingsOf({ id, name, domain, ...platform }: Definition) {
  const { kind, address, keys, check = { kind, address, ...(keys && { keys }) } } = platform;
  return { id, name, domain, ...optionsOf(platform), ...check };
}

/** @returns whether a platform is reached elsewhere, or otherwise: what was measured says nothing of it */
export const isReachedOtherwise = (before: Definition, after: Definition): boolean => {
  const placeOf = ({ address, check }: Definition) =>
    check?.kind === 'web' ? check.url : JSON.stringify(check ?? address);
  return placeOf(before) !== placeOf(after);
};
