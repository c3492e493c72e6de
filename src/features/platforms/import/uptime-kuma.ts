import { PROBE, TEXT_MAX, THRESHOLDS } from '../../../../contract/limits.ts';
import {
  type Candidate,
  candidateOf,
  type Fields,
  fieldsOf,
  NEW_ADDRESS,
  plainPath,
  type Reached,
  rowsOf,
  textOf,
} from './candidate.ts';

/** Monitors of Uptime Kuma: of its backup, which has camel case, or of the table `monitor`, which has snake case. */
export const fromUptimeKuma = (monitors: readonly Fields[]): Candidate[] =>
  monitors.map((given) => {
    const monitor = inCamelCase(given);
    const parent = monitors.find(({ id }) => textOf(id) === textOf(monitor.parent));
    return candidateOf(reachedBy(monitor), {
      name: textOf(monitor.name),
      paused: monitor.active !== undefined && !isOn(monitor.active),
      group: textOf(parent?.name),
      tags: [...new Set(rowsOf(monitor.tags).map(tagOf))],
      intervalSec: everySec(monitor),
      failures: Math.min((Number(monitor.maxretries) || 0) + 1, THRESHOLDS.failures.max),
    });
  });

const inCamelCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

const isOn = (value: unknown): boolean => value === true || ['1', 'true'].includes(textOf(value));

const everySec = ({ interval }: Fields): number => Number(interval) || 60;

const tagOf = ({ name, value }: Fields): string =>
  [textOf(name), textOf(value)].filter(Boolean).join(': ').slice(0, TEXT_MAX.tag);

function reachedBy(monitor: Fields): Reached {
  const host = textOf(monitor.hostname);
  const type = textOf(monitor.type);
  if (isOn(monitor.upsideDown))
    return { reason: 'It is up while nothing answers, which is not probed here.' };
  switch (type) {
    case 'http':
    case 'keyword':
    case 'json-query':
      return webOf(monitor, type);
    case 'port':
      return { platform: { kind: 'tcp', host, port: Number(monitor.port) } };
    case 'dns':
      return dnsOf(monitor, host);
    case 'push': {
      const platform = { kind: 'report', everySec: Math.max(everySec(monitor), PROBE.everySecMin) };
      return { platform, changes: [NEW_ADDRESS] };
    }
    case 'group':
      return { reason: 'Its members get it as their group.' };
    default:
      return { reason: `Monitors of the type ${type} are not probed here.` };
  }
}

function webOf(monitor: Fields, type: string): Reached {
  const path = plainPath(textOf(monitor.jsonPath).replace(/^\$\.?/, ''));
  const value = textOf(monitor.expectedValue);
  const reason = expectationReason(monitor, type, path);
  if (reason !== undefined) return { reason };
  const statuses = listOf(monitor.acceptedStatuscodes ?? monitor.acceptedStatuscodesJson);
  const { secrets, changes } = secretsOf(monitor);
  return {
    platform: {
      kind: 'web',
      url: textOf(monitor.url),
      method: textOf(monitor.method).toUpperCase() || 'GET',
      ...(statuses.length > 0 && { statuses: statuses.join(', ') }),
      ...(type === 'keyword' && { word: textOf(monitor.keyword) }),
      ...(type === 'json-query' && { json: { path, value } }),
      redirects: Math.min(Number(monitor.maxredirects) || 0, PROBE.redirectsMax),
      tls: isOn(monitor.ignoreTls) ? 'any' : 'trusted',
      secrets,
    },
    changes: [
      ...changes,
      textOf(monitor.body) !== '' && 'Its body is not sent.',
      textOf(monitor.proxyId) !== '' && 'It is called without the proxy.',
    ],
  };
}

function expectationReason(monitor: Fields, type: string, path?: string): string | undefined {
  const operator = textOf(monitor.jsonPathOperator) || '==';
  if (type === 'keyword' && isOn(monitor.invertKeyword))
    return 'It is up while a word is missing, which is not probed here.';
  if (type === 'json-query' && (operator !== '==' || path === undefined))
    return 'Its JSON query is more than a path and a value.';
  return undefined;
}

function secretsOf(monitor: Fields) {
  const username = textOf(monitor.basicAuthUser);
  const password = textOf(monitor.basicAuthPass);
  const method = textOf(monitor.authMethod) || 'basic';
  const given = textOf(monitor.headers);
  const headers = fieldsOf(parsed(given));
  const isBasic = method === 'basic' && username !== '';
  return {
    secrets: {
      ...(isBasic && { auth: { username, password } }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
    changes: [
      method !== 'basic' && `It does not sign in by ${method}.`,
      given !== '' && parsed(given) === undefined && 'Its headers cannot be read.',
    ],
  };
}

function dnsOf(monitor: Fields, host: string): Reached {
  const record = textOf(monitor.dnsResolveType) || 'A';
  const [address = '', ...others] = textOf(monitor.dnsResolveServer)
    .split(/[\s,]+/)
    .filter(Boolean);
  const isAddress = /^[\d.]+$|^[\da-f:]+$/i.test(address);
  const port = Number(monitor.port) || 53;
  const server = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const conditions = rowsOf(listOf(monitor.conditions));
  const [only] = conditions.length === 1 ? conditions : [];
  const value = only?.variable === 'record' && only.operator === 'equals' ? only.value : null;
  return {
    platform: { kind: 'dns', host, record, server: isAddress ? server : null, value },
    changes: [
      !isAddress && address !== '' && `It does not ask ${address}, which is no address.`,
      others.length > 0 && `It does not ask ${others.join(', ')}.`,
      conditions.length > 0 && value === null && 'Any value is right.',
    ],
  };
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
