import { TEXT_MAX } from '../../../contract/limits.ts';
import { type Place, reachedAt } from '../../../contract/reached-at.ts';
import type { PlatformPayload, WebCheck, WebSecrets } from '../../../contract/sent/platform.ts';
import type { PlatformKind, PlatformRow } from '../../../contract/shapes/platform.ts';
import { kindTexts } from './kinds.ts';

type Typed = number | string;

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
  /** Empty: as the mesh has them. */
  thresholds: { intervalSec: '', lateMs: '', timeoutMs: '', failures: '' } as Record<
    string,
    unknown
  >,
  /** As it was pasted: a URL, host and port, or a name. */
  address: '',
  id: '',
  keys: [] as readonly string[],
  method: 'GET',
  statuses: '200-299',
  word: '',
  json: { path: '', value: '' },
  redirects: 0 as Typed,
  tls: 'trusted' as WebCheck['tls'],
  /** undefined: as it is, which is never read; null: none. */
  auth: null as WebSecrets['auth'],
  /** A line each: `Name: value`. */
  headers: '',
  dropHeaders: false,
  record: 'A',
  value: '',
  server: '',
  everyMin: 5 as Typed,
  graceMin: 1 as Typed,
  renew: false,
};
export type PlatformValues = typeof NEW;

type Name = keyof PlatformValues;
const COMMON: readonly Name[] = ['kind', 'domain', 'runbook', 'group', 'tags', 'thresholds'];
/** What is sent of each kind as it stands in the form. */
const SENT: Readonly<Record<string, readonly Name[]>> = {
  mesh: ['id', 'keys'],
  web: ['method', 'statuses', 'word', 'json', 'redirects', 'tls'],
  tcp: [],
  dns: ['record', 'value', 'server'],
  report: ['renew'],
};

const MINUTE_SEC = 60;

type Settings = Place &
  Partial<Pick<PlatformValues, 'domain' | 'thresholds'>> &
  Partial<Record<'everySec' | 'graceSec', number>> &
  Pick<PlatformPayload, 'group' | 'tags'>;

/** @returns the group and the tags of a platform */
export const groupingOf = ({ settings }: PlatformRow): Pick<Settings, 'group' | 'tags'> => settings;

/** @param row the platform that is changed; undefined: a new one */
export function platformValues(row?: PlatformRow): PlatformValues {
  if (row === undefined) return NEW;
  const settings = row.settings as Settings;
  const { domain = '', everySec = 0, graceSec = 0 } = settings;
  const place = reachedAt(settings);
  return {
    ...NEW,
    ...filled(settings),
    kind: row.kind as PlatformKind,
    name: row.name,
    id: row.id,
    address: settings.address ?? settings.url ?? place,
    domain: domain === (place || row.name) ? '' : domain,
    thresholds: { ...NEW.thresholds, ...settings.thresholds },
    everyMin: everySec / MINUTE_SEC,
    graceMin: graceSec / MINUTE_SEC,
    auth: hasAuth(row) ? undefined : null,
  };
}

export const hasAuth = ({ secrets }: PlatformRow) => secrets.some((one) => one.startsWith('auth'));

/** @returns the names of the headers that it is sent, with commas */
export const headersOf = ({ secrets }: PlatformRow) =>
  secrets.flatMap((one) => one.match(/^header: (.*)/)?.[1] ?? []).join(', ');

/** @returns the name that it gets if none is typed */
export const suggestedName = ({ kind, address }: PlatformValues): string =>
  reachedAt(placeOf(kind, address)).slice(0, TEXT_MAX.platformName);

/** What is wrong with it the server says. */
function placeOf(kind: PlatformKind, pasted: string): Place {
  const text = pasted.trim();
  switch (kind) {
    case 'report':
      return {};
    case 'dns':
      return { host: text };
    case 'tcp': {
      const [, inBrackets, host = inBrackets, port] =
        /^(?:[a-z]+:\/\/)?(?:\[([^\]]+)\]|([^:/\s]+)):(\d{1,5})\/?$/i.exec(text) ?? [];
      return host ? { host, port: Number(port) } : {};
    }
    default: {
      // The scheme may be left out.
      const whole = !text || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
      const url = URL.canParse(whole) ? new URL(whole).href : text;
      return kind === 'web' ? { url } : { address: url };
    }
  }
}

export function platformPayload(values: PlatformValues): PlatformPayload {
  const { kind, auth } = values;
  const sent = [...COMMON, ...(SENT[kind] ?? [])].map((name) => [name, values[name]]);
  const inSeconds = (min: Typed) => Math.round(Number(min) * MINUTE_SEC);
  return {
    ...filled(Object.fromEntries(sent)),
    name: values.name.trim() || suggestedName(values),
    ...placeOf(kind, values.address),
    ...(kind === 'web' && { secrets: { auth, headers: headersIn(values) } }),
    ...(kind === 'report' && {
      everySec: inSeconds(values.everyMin),
      graceSec: inSeconds(values.graceMin),
    }),
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

/** @returns undefined: they stay as they are; null: they are taken away */
function headersIn({ headers, dropHeaders }: PlatformValues): WebSecrets['headers'] {
  const pairs = [...headers.matchAll(/^\s*([^:\s]+)\s*:\s*(.*\S)\s*$/gm)];
  if (pairs.length === 0) return dropHeaders ? null : undefined;
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

/** @returns what is missing, by field; the server checks the rest */
export function platformErrors(values: PlatformValues) {
  const { kind, name, id } = values;
  const isReached = suggestedName(values) !== '';
  return {
    name: name.trim() || isReached ? null : 'Enter a name',
    id: kind !== 'mesh' || id.trim() ? null : 'Enter the id that it has in its own mesh',
    address: isReached ? null : kindTexts()[kind].address?.missing,
  };
}
