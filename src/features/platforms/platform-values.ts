import { TEXT_MAX, THRESHOLDS } from '../../../contract/limits.ts';
import type { PlatformPayload, WebCheck, WebSecrets } from '../../../contract/sent/platform.ts';
import type { PlatformKind, PlatformRow } from '../../../contract/shapes/platform.ts';

type Payload<Kind extends PlatformKind> = Extract<PlatformPayload, { kind: Kind }>;

/** What the form of a platform holds. Most stands there as the server says it; empty is none. */
const NEW = {
  kind: 'web' as PlatformKind,
  /** Empty: the suggested one. */
  name: '',
  /** What stands beside the name; empty: where it is reached. */
  domain: '',
  runbook: '',
  group: '',
  tags: [] as readonly string[],
  /** As the mesh has them. */
  ...{ intervalSec: '', lateMs: '', timeoutMs: '', failures: '' },
  /** As it was pasted: a URL, host and port, or a name. */
  address: '',
  id: '',
  keys: [] as readonly string[],
  ...{ method: 'GET' as WebCheck['method'], statuses: '200-299', redirects: 0 as number | string },
  ...{ word: '', jsonPath: '', jsonValue: '', anyCertificate: false },
  // Secrets are never read.
  ...{ auth: 'none' as keyof typeof AUTH, username: '', password: '', token: '' },
  /** A line each: `Name: value`. */
  headers: '',
  dropHeaders: false,
  ...{ record: 'A' as Payload<'dns'>['record'], value: '', server: '' },
  ...{ everyMin: 5 as number | string, graceMin: 1 as number | string, renew: false },
};
export type PlatformValues = Omit<typeof NEW, ThresholdName> &
  Record<ThresholdName, number | string>;
type ThresholdName = keyof typeof THRESHOLDS;
const THRESHOLD_NAMES = Object.keys(THRESHOLDS) as ThresholdName[];

/** How it signs in. */
export const AUTH = {
  keep: 'As now',
  none: 'Not at all',
  basic: 'With user name and password',
  bearer: 'With a bearer token',
};

const MINUTE_SEC = 60;
const inSeconds = (min: number | string) => Math.round(Number(min) * MINUTE_SEC);

type Settings = Partial<Record<'address' | 'url' | 'host' | 'tls' | 'domain', string>> &
  Partial<Record<'port' | 'everySec' | 'graceSec', number>> &
  Partial<Pick<WebCheck, 'json'>> &
  Pick<PlatformPayload, 'group' | 'tags' | 'thresholds'>;

/** @returns the group and the tags of a platform */
export const groupingOf = ({ settings }: PlatformRow): Pick<Settings, 'group' | 'tags'> => settings;

/** @param row the platform that is changed; undefined: a new one */
export function platformValues(row?: PlatformRow): PlatformValues {
  if (row === undefined) return NEW;
  const {
    json,
    tls,
    domain,
    thresholds,
    everySec = 0,
    graceSec = 0,
    ...settings
  } = row.settings as Settings;
  const address = settings.address ?? settings.url ?? hostAndPort(settings);
  const kind = row.kind as PlatformKind;
  const kept = Object.entries(row.settings).filter(([name, one]) => name in NEW && one !== null);
  return {
    ...NEW,
    ...Object.fromEntries(kept),
    ...(thresholds as Partial<PlatformValues>),
    ...{ kind, name: row.name, id: row.id, address, anyCertificate: tls === 'any' },
    domain: domain === undefined || domain === reachedAt(kind, address, row.name) ? '' : domain,
    ...(json && { jsonPath: json.path, jsonValue: json.value }),
    ...{ everyMin: everySec / MINUTE_SEC, graceMin: graceSec / MINUTE_SEC },
    auth: hasAuth(row) ? 'keep' : 'none',
  };
}

export const hasAuth = ({ secrets }: PlatformRow) => secrets.some((one) => one.startsWith('auth'));

/** @returns the names of the headers that it is sent, with commas */
export const headersOf = ({ secrets }: PlatformRow) =>
  secrets.flatMap((one) => one.match(/^header: (.*)/)?.[1] ?? []).join(', ');

const hostAndPort = ({ host = '', port }: Settings) =>
  port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** @returns what the server shows beside the name where nothing else is given */
function reachedAt(kind: PlatformKind, address: string, name = ''): string {
  if (kind === 'report') return name;
  if (kind === 'tcp' || kind === 'dns') return address;
  const { host = '', pathname = '' } = urlOf(address) ?? {};
  return host + pathname.replace(/\/$/, '');
}

/** @returns the name that it gets if none is typed */
export const suggestedName = ({ kind, address }: PlatformValues): string =>
  reachedAt(kind, address.trim()).slice(0, TEXT_MAX.platformName);

/** @returns undefined where it is no address; the scheme may be left out */
function urlOf(address: string): URL | undefined {
  const text = address.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(whole) ? new URL(whole) : undefined;
}

/** @returns undefined where it is no host with a port */
function socketOf(address: string): { host: string; port: number } | undefined {
  const [, inBrackets, plain, port] =
    /^(?:[a-z]+:\/\/)?(?:\[([^\]]+)\]|([^:/\s]+)):(\d{1,5})\/?$/i.exec(address.trim()) ?? [];
  const host = inBrackets ?? plain;
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) };
}

export function platformPayload(values: PlatformValues): PlatformPayload {
  const domain = values.domain.trim();
  const runbook = values.runbook.trim();
  const group = values.group.trim();
  const own = THRESHOLD_NAMES.flatMap((one) =>
    values[one] === '' ? [] : [[one, Number(values[one])]],
  );
  return {
    name: values.name.trim() || suggestedName(values),
    ...(domain && { domain }),
    ...(runbook && { runbook }),
    ...(group && { group }),
    ...(values.tags.length > 0 && { tags: [...values.tags] }),
    ...(own.length > 0 && { thresholds: Object.fromEntries(own) }),
    ...reachedBy(values),
  };
}

type Reached<Kind = PlatformPayload> = Kind extends unknown
  ? Omit<Kind, 'name' | 'domain' | 'runbook' | 'group' | 'tags' | 'thresholds'>
  : never;

function reachedBy(values: PlatformValues): Reached {
  const { kind, id, address, keys, record, renew } = values;
  const url = urlOf(address)?.href ?? address;
  const [value, server] = [values.value.trim() || null, values.server.trim() || null];
  const [everySec, graceSec] = [inSeconds(values.everyMin), inSeconds(values.graceMin)];
  switch (kind) {
    case 'mesh':
      return { kind, id: id.trim(), address: url, ...(keys.length > 0 && { keys: [...keys] }) };
    case 'web':
      return { kind, url, ...expected(values), secrets: secretsOf(values) };
    case 'tcp':
      return { kind, ...(socketOf(address) ?? { host: address, port: 0 }) };
    case 'dns':
      return { kind, host: address.trim(), record, value, server };
    case 'report':
      return { kind, everySec, graceSec, ...(renew && { renew }) };
  }
}

function expected({ method, statuses, word, jsonPath, jsonValue, ...values }: PlatformValues) {
  const path = jsonPath.trim();
  return {
    ...{ method, statuses, word: word.trim() || null, redirects: Number(values.redirects) },
    json: path ? { path, value: jsonValue } : null,
    tls: values.anyCertificate ? ('any' as const) : ('trusted' as const),
  };
}

/** What is left out stays as it is; null takes it away. */
function secretsOf({ auth, headers, dropHeaders, ...values }: PlatformValues): WebSecrets {
  const { username, password, token } = values;
  const given = { keep: undefined, none: null, basic: { username, password }, bearer: { token } };
  const pairs = [...headers.matchAll(/^\s*([^:\s]+)\s*:\s*(.*\S)\s*$/gm)];
  return {
    ...(auth !== 'keep' && { auth: given[auth] }),
    ...(dropHeaders && { headers: null }),
    ...(pairs.length > 0 && {
      headers: Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value])),
    }),
  };
}

/** @returns what is wrong, by field; the server checks the rest */
export function platformErrors(values: PlatformValues) {
  const { kind, name, id, address } = values;
  const isNamed = name.trim() !== '' || suggestedName(values) !== '';
  return {
    name: isNamed ? null : 'Enter a name',
    id: kind !== 'mesh' || id.trim() !== '' ? null : 'Enter the id that it has in its own mesh',
    address: addressError(kind, address),
  };
}

function addressError(kind: PlatformKind, address: string): string | null {
  if (kind === 'report') return null;
  if (kind === 'tcp')
    return socketOf(address) ? null : 'Enter host and port, such as db.example:5432';
  if (kind === 'dns') return address.trim() ? null : 'Enter a name, such as mesh.example';
  const url = urlOf(address);
  return url && /^https?:$/.test(url.protocol) ? null : 'Enter an http: or https: address';
}
