import { PROBE, TEXT_MAX, THRESHOLDS } from '../../../../contract/limits.ts';
import {
  type Candidate,
  type Fields,
  fieldsOf,
  plainPath,
  probedEvery,
  type Reached,
  rowsOf,
  textOf,
} from './candidate.ts';

/** Monitors of Uptime Kuma: of its backup, which has camel case, or of the table `monitor`, which has snake case. */
export const fromUptimeKuma = (monitors: readonly Fields[]): Candidate[] =>
  monitors.map((monitor) => {
    const parent = monitors.find(({ id }) => textOf(id) === textOf(monitor.parent));
    return candidateOf(inCamelCase(monitor), textOf(parent?.name));
  });

const inCamelCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

const isOn = (value: unknown): boolean => value === true || ['1', 'true'].includes(textOf(value));

function candidateOf(monitor: Fields, group: string): Candidate {
  const name = textOf(monitor.name);
  if (isOn(monitor.upsideDown))
    return { name, reason: 'It is up while nothing answers, which is not probed here.' };
  const paused = monitor.active !== undefined && !isOn(monitor.active);
  const found = reachedBy(monitor);
  if (found.platform === undefined) return { name, ...found };
  const { platform, changes } = found;
  const isProbed = platform.kind !== 'report';
  const { intervalSec, changes: slower } = probedEvery(Number(monitor.interval) || 60);
  const failures = Math.min((Number(monitor.maxretries) || 0) + 1, THRESHOLDS.failures.max);
  const tags = [...new Set(rowsOf(monitor.tags).map(tagOf))];
  return {
    name,
    platform: {
      ...{ name, ...platform },
      ...(group && { group }),
      ...(tags.length > 0 && { tags }),
      ...(isProbed && { thresholds: { intervalSec, failures } }),
    },
    paused,
    changes: [...changes, ...(isProbed ? slower : [])],
  };
}

const tagOf = ({ name, value }: Fields): string =>
  [textOf(name), textOf(value)].filter(Boolean).join(': ').slice(0, TEXT_MAX.tag);

function reachedBy(monitor: Fields): Reached {
  const host = textOf(monitor.hostname);
  const type = textOf(monitor.type);
  switch (type) {
    case 'http':
    case 'keyword':
    case 'json-query':
      return webOf(monitor, type);
    case 'port':
      return { platform: { kind: 'tcp', host, port: Number(monitor.port) }, changes: [] };
    case 'dns':
      return dnsOf(monitor, host);
    case 'push': {
      const everySec = Math.max(Number(monitor.interval) || 60, PROBE.everySecMin);
      const changes = ['It gets another address to call.'];
      return { platform: { kind: 'report', everySec }, changes };
    }
    case 'group':
      return { reason: 'Its members get it as their group.' };
    default:
      return { reason: `Monitors of the type ${type} are not probed here.` };
  }
}

function webOf(monitor: Fields, type: string): Reached {
  const method = textOf(monitor.method).toUpperCase() || 'GET';
  const reason = expectationReason(monitor, type);
  if (reason !== undefined) return { reason };
  const statuses = listOf(monitor.acceptedStatuscodes ?? monitor.acceptedStatuscodesJson);
  const value = textOf(monitor.expectedValue);
  const { secrets, changes } = secretsOf(monitor);
  return {
    platform: {
      ...{ kind: 'web', url: textOf(monitor.url), method, secrets },
      ...(statuses.length > 0 && { statuses: statuses.join(', ') }),
      redirects: Math.min(Number(monitor.maxredirects) || 0, PROBE.redirectsMax),
      tls: isOn(monitor.ignoreTls) ? 'any' : 'trusted',
      ...(type === 'keyword' && { word: textOf(monitor.keyword) }),
      ...(type === 'json-query' && { json: { path: jsonPath(monitor), value } }),
    },
    changes: [
      ...changes,
      ...(textOf(monitor.body) ? ['Its body is not sent.'] : []),
      ...(textOf(monitor.proxyId) ? ['It is called without the proxy.'] : []),
    ],
  };
}

const jsonPath = ({ jsonPath }: Fields) => plainPath(textOf(jsonPath).replace(/^\$\.?/, ''));

function expectationReason(monitor: Fields, type: string): string | undefined {
  const operator = textOf(monitor.jsonPathOperator) || '==';
  if (type === 'keyword' && isOn(monitor.invertKeyword))
    return 'It is up while a word is missing, which is not probed here.';
  if (type === 'json-query' && (operator !== '==' || jsonPath(monitor) === undefined))
    return 'Its JSON query is more than a path and a value.';
  return undefined;
}

function secretsOf(monitor: Fields) {
  const username = textOf(monitor.basicAuthUser);
  const password = textOf(monitor.basicAuthPass);
  const method = textOf(monitor.authMethod) || 'basic';
  const headers = textOf(monitor.headers);
  const read = fieldsOf(parsed(headers));
  const isBasic = method === 'basic' && username !== '';
  return {
    secrets: {
      ...(isBasic && { auth: { username, password } }),
      ...(Object.keys(read).length > 0 && { headers: read }),
    },
    changes: [
      ...(method === 'basic' ? [] : [`It does not sign in by ${method}.`]),
      ...(headers && parsed(headers) === undefined ? ['Its headers cannot be read.'] : []),
    ],
  };
}

function dnsOf(monitor: Fields, host: string): Reached {
  const record = textOf(monitor.dnsResolveType) || 'A';
  const [address = ''] = textOf(monitor.dnsResolveServer).split(',');
  const isAddress = /^[\d.]+$|^[\da-f:]+$/i.test(address);
  const port = Number(monitor.port) || 53;
  const server = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const changes = isAddress || !address ? [] : [`It does not ask ${address}, which is no address.`];
  return { platform: { kind: 'dns', host, record, server: isAddress ? server : null }, changes };
}

/** @returns of a list, or of one in JSON as the table has it */
function listOf(value: unknown): unknown[] {
  const list = typeof value === 'string' ? parsed(value) : value;
  return Array.isArray(list) ? list : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
