import { type Place, reachedAt } from '../../../contract/reached-at.ts';
import type { PlatformPayload } from '../../../contract/sent/platform.ts';
import type { PlatformKind, PlatformRow } from '../../../contract/shapes/platform.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { KIND_VALUES, kindOf } from './kinds/kinds.ts';

/** What the form of a platform holds: what is sent, of all kinds. Empty is none. */
const NEW = {
  kind: 'web' as PlatformKind,
  /** Empty: the suggested one. */
  name: '',
  /** What stands beside the name; empty: where it is reached. */
  domain: '',
  runbook: '',
  group: '',
  tags: [] as readonly string[],
  /** Ids. */
  dependsOn: [] as readonly string[],
  /** Empty: where nothing is secret. */
  witnessed: '',
  /** Empty: as the mesh has them. */
  thresholds: { intervalSec: '', lateMs: '', timeoutMs: '', failures: '' } as Record<
    string,
    unknown
  >,
  /** As it was pasted: a URL, host and port, or a name. */
  address: '',
  ...KIND_VALUES,
};
export type PlatformValues = typeof NEW;

const COMMON = [
  'kind',
  'domain',
  'runbook',
  'group',
  'tags',
  'dependsOn',
  'witnessed',
  'thresholds',
];

type Settings = Place &
  Partial<Pick<PlatformValues, 'domain' | 'thresholds'>> &
  Pick<PlatformPayload, 'group' | 'tags'>;

/** @returns the group and the tags of a platform */
export const groupingOf = ({ settings }: PlatformRow): Pick<Settings, 'group' | 'tags'> => settings;

/** @param row the platform that is changed; undefined: a new one */
export function platformValues(row?: PlatformRow): PlatformValues {
  if (row === undefined) return NEW;
  const kind = row.kind as PlatformKind;
  const settings = row.settings as Settings;
  const { domain = '' } = settings;
  const place = reachedAt(settings);
  return {
    ...NEW,
    ...filled(settings),
    kind,
    name: row.name,
    address: settings.address ?? settings.url ?? place,
    domain: domain === (place || row.name) ? '' : domain,
    thresholds: { ...NEW.thresholds, ...settings.thresholds },
    ...kindOf(kind).stored?.(row),
  };
}

const placeOf = ({ kind, address }: PlatformValues): Place => kindOf(kind).place(address.trim());

/** @returns the name that it gets if none is typed */
export const suggestedName = (values: PlatformValues): string =>
  reachedAt(placeOf(values)).slice(0, TEXT_MAX.platformName);

export function platformPayload(values: PlatformValues): PlatformPayload {
  const { sent, payload } = kindOf(values.kind);
  const names = [...COMMON, ...sent] as (keyof PlatformValues)[];
  return {
    ...filled(Object.fromEntries(names.map((name) => [name, values[name]]))),
    name: values.name.trim() || suggestedName(values),
    ...placeOf(values),
    ...payload?.(values),
  } as PlatformPayload;
}

/** @returns it without what is empty */
function filled(fields: object): object {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, value.trim()];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isNested ? filled(value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === false ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** @returns what is missing, by field; the server checks the rest */
export function platformErrors(values: PlatformValues) {
  const { kind, name, id } = values;
  const isReached = suggestedName(values) !== '';
  return {
    name: name.trim() || isReached ? null : 'Enter a name',
    id: kind !== 'mesh' || id.trim() ? null : 'Enter the id that it has in its own mesh',
    address: isReached ? null : kindOf(kind).address?.missing,
  };
}
