import { isDeepStrictEqual } from 'node:util';
import { reachedAt } from '../../contract/reached-at.ts';
import type { PlatformPayload } from '../../contract/sent/platform.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import { httpError } from '../base/http-error.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { StoredSecret } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import type { Definition } from './rows/definitions.ts';

interface DefinitionContext {
  /** The platform that is changed. */
  readonly before: Definition | undefined;
  /** Ids that a new one cannot have. */
  readonly taken: ReadonlySet<string>;
  readonly box: SecretBox;
}

interface NewDefinition extends Pick<StoredSecret, 'report'> {
  readonly definition: Definition;
}

const ID_MAX_CHARS = 40;

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
  const kept = kindOf(definition).secrets?.stored(definition, { secrets, renew }, before, box);
  const { secret, report = null } = kept ?? {};
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

/** @returns names of what it is probed with that nobody may read */
export const secretNames = (definition: Definition, box: SecretBox): string[] =>
  kindOf(definition).secrets?.names?.(definition, box) ?? [];

/** @returns what it was set up with, without secrets */
export const settingsOf = ({
  source,
  paused,
  secret,
  ...settings
}: Omit<Definition, 'source'> & Partial<Pick<Definition, 'source'>>) => settings;

/** @returns how it is probed, without what it is called */
export function probeOf(definition: Parameters<typeof settingsOf>[0]) {
  const {
    id,
    name,
    domain,
    runbook,
    group,
    tags,
    thresholds,
    dependsOn,
    keys,
    witnessed,
    ...probe
  } = settingsOf(definition);
  return probe;
}

/** @returns whether a platform is reached elsewhere, or otherwise: what was measured says nothing of it */
export const isReachedOtherwise = (before: Definition, after: Definition): boolean =>
  !(
    kindOf(after).isReachedAlike?.(before, after) ??
    isDeepStrictEqual(probeOf(before), probeOf(after))
  );
