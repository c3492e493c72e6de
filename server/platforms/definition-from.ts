import type { PlatformPayload } from '../../contract/sent/platform.ts';
import { httpError } from '../base/http-error.ts';
import type { Definition } from '../database/platform-definitions.ts';

/**
 * @param before the platform that is changed
 * @param _taken ids that a new one cannot have
 * @returns the platform as it is stored. @throws HttpError with a sentence for whoever sets it up
 */
export function definitionFrom(
  payload: PlatformPayload,
  before: Definition | undefined,
  _taken: ReadonlySet<string>,
): Definition {
  if (before !== undefined && before.kind !== payload.kind)
    throw httpError(400, 'The kind of a platform cannot be changed: add another one.');
  if (before !== undefined && before.id !== payload.id)
    throw httpError(400, 'The id of a platform cannot be changed: add another one.');
  const { domain = new URL(payload.address).host, ...rest } = payload;
  return { ...rest, domain, source: 'console', paused: before?.paused ?? false };
}

/** @returns where it is reached, for people */
export const targetOf = ({ address }: Definition): string => address ?? '';

/** @returns what it was set up with, without secrets */
export function settingsOf({ source: _, paused: __, secret: ___, ...settings }: Definition) {
  return settings;
}
