import { PROBE } from '../../../../contract/limits.ts';
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

/** The endpoints of a configuration of Gatus. */
export function fromGatus(config: Fields): Candidate[] {
  const endpoints = rowsOf(config.endpoints);
  const external = rowsOf(config['external-endpoints']);
  const names = [...endpoints, ...external].map(({ name }) => textOf(name));
  const nameOf = ({ name, group }: Fields): string => {
    const own = textOf(name);
    const isTwice = names.indexOf(own) !== names.lastIndexOf(own);
    return isTwice && textOf(group) ? `${own} (${textOf(group)})` : own;
  };
  return [
    ...endpoints.map((one) => candidateOf(one, nameOf(one), endpointOf)),
    ...external.map((one) => candidateOf(one, nameOf(one), externalOf)),
  ];
}

function candidateOf(
  endpoint: Fields,
  name: string,
  reachedBy: (endpoint: Fields) => Reached,
): Candidate {
  const found = reachedBy(endpoint);
  if (found.platform === undefined) return { name, ...found };
  const renamed = name === textOf(endpoint.name) ? [] : [`Its name was ${textOf(endpoint.name)}.`];
  const group = textOf(endpoint.group);
  const paused = endpoint.enabled === false;
  return {
    name,
    platform: { name, ...found.platform, ...(group && { group }) },
    paused,
    changes: [...renamed, ...found.changes],
  };
}

function externalOf({ heartbeat }: Fields): Reached {
  const everySec = secondsOf(textOf(fieldsOf(heartbeat).interval));
  if (everySec === 0) return { reason: 'It has no interval in which it reports itself.' };
  return { platform: { kind: 'report', everySec }, changes: ['It gets another address to call.'] };
}

const UNIT_SEC: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

const secondsOf = (duration: string): number =>
  [...duration.matchAll(/([\d.]+)([hms])(?!s)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Math.round(Number(count) * (UNIT_SEC[unit] ?? 0)),
    0,
  );

function endpointOf(endpoint: Fields): Reached {
  const found = reachedBy(endpoint);
  if (found.platform === undefined) return found;
  const { intervalSec, changes } = probedEvery(secondsOf(textOf(endpoint.interval) || '1m'));
  const platform = { ...found.platform, thresholds: { intervalSec } };
  return { platform, changes: [...found.changes, ...changes] };
}

function reachedBy(endpoint: Fields): Reached {
  const url = textOf(endpoint.url);
  if (/\$\{?\w/.test(url)) return { reason: 'Its address has a variable.' };
  const conditions = readConditions(endpoint.conditions);
  if (endpoint.dns !== undefined) return dnsOf(fieldsOf(endpoint.dns), url, conditions);
  const [scheme = ''] = /^[a-z]+(?=:\/\/)/i.exec(url) ?? [];
  if (/^https?$/i.test(scheme)) return webOf(endpoint, url, conditions);
  const [, host, port] = /^(?:tcp|tls|starttls):\/\/\[?([^/]+?)\]?:(\d+)\/?$/i.exec(url) ?? [];
  if (host === undefined) return { reason: `${scheme || 'Such'} addresses are not probed here.` };
  const tls = scheme === 'tcp' ? [] : ['Its port alone is probed, without TLS.'];
  const platform = { kind: 'tcp', host, port: Number(port) };
  return { platform, changes: [...tls, ...conditions.others] };
}

function dnsOf(dns: Fields, url: string, { body, others }: Conditions): Reached {
  const server = url.replace(/^\w+:\/\//, '');
  const host = textOf(dns['query-name']).replace(/\.$/, '');
  const value = body?.isPart === false ? body.text : null;
  return {
    platform: { kind: 'dns', host, server, record: textOf(dns['query-type']), value },
    changes: [...others, ...(body?.isPart ? ['Any value is right.'] : [])],
  };
}

function webOf(endpoint: Fields, url: string, conditions: Conditions): Reached {
  const method = textOf(endpoint.method).toUpperCase() || 'GET';
  const client = fieldsOf(endpoint.client);
  const headers = fieldsOf(endpoint.headers);
  const isVariable = Object.values(headers).some((value) => /\$\{?\w/.test(textOf(value)));
  const isSent = Object.keys(headers).length > 0 && !isVariable;
  const { statuses, body, json, others } = conditions;
  return {
    platform: {
      ...{ kind: 'web', url, method, statuses, json },
      word: body?.text ?? null,
      redirects: client['ignore-redirect'] === true ? 0 : PROBE.redirectsMax,
      tls: client.insecure === true ? 'any' : 'trusted',
      ...(isSent && { secrets: { headers } }),
    },
    changes: [
      ...others,
      ...(body?.isPart === false ? ['Its answer has to contain the text, and may be more.'] : []),
      ...(textOf(endpoint.body) ? ['Its body is not sent.'] : []),
      ...(isVariable ? ['Its headers have a variable and are not sent.'] : []),
      ...['proxy-url', 'oauth2', 'identity-aware-proxy', 'tunnel', 'tls']
        .filter((name) => client[name] !== undefined)
        .map((name) => `client.${name} is left out.`),
    ],
  };
}

interface Conditions {
  /** As a platform has them. */
  readonly statuses: string;
  readonly body: { readonly text: string; readonly isPart: boolean } | undefined;
  readonly json: { readonly path: string; readonly value: string } | null;
  /** What is not looked at here, as sentences. */
  readonly others: readonly string[];
}

/** That there is an answer at all. */
const IMPLIED = /^\[CONNECTED\] == true$|^\[DNS_RCODE\] == NOERROR$/;
/** A pattern of statuses is none that is known. */
const CONDITION = /^\[(STATUS(?=[^*]+$)|BODY)\]((?:\.[^\s]+)?) (==|!=|<=|>=|<|>) (.+)$/;

function readConditions(given: unknown): Conditions {
  const all = (Array.isArray(given) ? given : []).map((one) => readCondition(textOf(one)));
  const of = (kind: Condition['kind']) => all.filter((one) => one.kind === kind);
  const [body, ...bodies] = of('body');
  const [json, ...jsons] = of('json');
  const others = [...of('other'), ...bodies, ...jsons];
  return {
    statuses: rangesOf((status) => of('status').every(({ passes }) => passes(status))),
    body: body && { text: body.part ?? body.value, isPart: body.part !== undefined },
    json: json ? { path: json.path, value: json.value } : null,
    others: others.map(({ condition }) => `Not looked at: ${condition}`),
  };
}

type Condition = ReturnType<typeof readCondition>;

function readCondition(condition: string) {
  const [, subject, way = '', operator = '', value = ''] = CONDITION.exec(condition) ?? [];
  const path = plainPath(way.slice(1)) ?? '';
  const part = /^pat\(\*([^*]+)\*\)$/.exec(value)?.[1];
  const isText = operator === '==' && !/^(?:pat|any)\(/.test(value);
  const passes = statusTest(operator, value);
  const read = { condition, path, value, part, passes };
  if (IMPLIED.test(condition)) return { ...read, kind: 'implied' as const };
  if (subject === 'STATUS') return { ...read, kind: 'status' as const };
  if (way === '' && subject && (isText || (operator === '==' && part)))
    return { ...read, kind: 'body' as const };
  return { ...read, kind: path && isText ? ('json' as const) : ('other' as const) };
}

function statusTest(operator: string, value: string): (status: number) => boolean {
  const values = value
    .replace(/^any\(|\)$/g, '')
    .split(',')
    .map(Number);
  const [first = 0] = values;
  switch (operator) {
    case '==':
      return (status) => values.includes(status);
    case '!=':
      return (status) => !values.includes(status);
    case '<':
      return (status) => status < first;
    case '<=':
      return (status) => status <= first;
    case '>':
      return (status) => status > first;
    default:
      return (status) => status >= first;
  }
}

/** @returns the statuses that pass, such as `200-299, 401` */
function rangesOf(passes: (status: number) => boolean): string {
  const ranges: [number, number][] = [];
  for (let status = 100; status < 600; status++) {
    const last = ranges.at(-1);
    if (!passes(status)) continue;
    if (last?.[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ');
}
