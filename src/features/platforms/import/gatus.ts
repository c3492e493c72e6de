import { PROBE } from '../../../../contract/limits.ts';
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

/** The endpoints of a configuration of Gatus. */
export function fromGatus(config: Fields): Candidate[] {
  const endpoints = rowsOf(config.endpoints);
  const external = rowsOf(config['external-endpoints']);
  const names = [...endpoints, ...external].map(({ name }) => textOf(name));
  const read = (endpoint: Fields, reached: Reached): Candidate => {
    const [own, group] = [textOf(endpoint.name), textOf(endpoint.group)];
    const isTwice = group !== '' && names.indexOf(own) !== names.lastIndexOf(own);
    const changes = [isTwice && `Its name was ${own}.`, ...(reached.changes ?? [])];
    return candidateOf(
      { ...reached, changes },
      {
        name: isTwice ? `${own} (${group})` : own,
        paused: endpoint.enabled === false,
        group,
        intervalSec: secondsOf(textOf(endpoint.interval) || '1m'),
      },
    );
  };
  return [
    ...endpoints.map((one) => read(one, reachedBy(one))),
    ...external.map((one) => read(one, externalOf(one))),
  ];
}

function externalOf({ heartbeat }: Fields): Reached {
  const everySec = secondsOf(textOf(fieldsOf(heartbeat).interval));
  if (everySec === 0) return { reason: 'It has no interval in which it reports itself.' };
  return { platform: { kind: 'report', everySec }, changes: [NEW_ADDRESS] };
}

const UNIT_SEC: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

const secondsOf = (duration: string): number =>
  [...duration.matchAll(/([\d.]+)([hms])(?!s)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Math.round(Number(count) * (UNIT_SEC[unit] ?? 0)),
    0,
  );

function reachedBy(endpoint: Fields): Reached {
  const url = textOf(endpoint.url);
  if (/\$\{?\w/.test(url)) return { reason: 'Its address has a variable.' };
  const conditions = readConditions(endpoint.conditions);
  if (endpoint.dns !== undefined) return dnsOf(fieldsOf(endpoint.dns), url, conditions);
  const [scheme = ''] = /^[a-z]+(?=:\/\/)/i.exec(url) ?? [];
  if (/^https?$/i.test(scheme)) return webOf(endpoint, url, conditions);
  const [, host, port] = /^(?:tcp|tls|starttls):\/\/\[?([^/]+?)\]?:(\d+)\/?$/i.exec(url) ?? [];
  if (host === undefined) return { reason: `${scheme || 'Such'} addresses are not probed here.` };
  return {
    platform: { kind: 'tcp', host, port: Number(port) },
    changes: [scheme !== 'tcp' && 'Its port alone is probed, without TLS.', ...conditions.others],
  };
}

function dnsOf(dns: Fields, url: string, { body, others }: Conditions): Reached {
  return {
    platform: {
      kind: 'dns',
      host: textOf(dns['query-name']).replace(/\.$/, ''),
      server: url.replace(/^\w+:\/\//, ''),
      record: textOf(dns['query-type']),
      value: body?.isPart === false ? body.text : null,
    },
    changes: [...others, body?.isPart === true && 'Any value is right.'],
  };
}

const LEFT_OUT = ['proxy-url', 'oauth2', 'identity-aware-proxy', 'tunnel', 'tls'];

function webOf(endpoint: Fields, url: string, { body, others, ...expected }: Conditions): Reached {
  const client = fieldsOf(endpoint.client);
  const headers = fieldsOf(endpoint.headers);
  const isVariable = Object.values(headers).some((value) => /\$\{?\w/.test(textOf(value)));
  const isSent = Object.keys(headers).length > 0 && !isVariable;
  return {
    platform: {
      kind: 'web',
      url,
      method: textOf(endpoint.method).toUpperCase() || 'GET',
      ...expected,
      word: body?.text ?? null,
      redirects: client['ignore-redirect'] === true ? 0 : PROBE.redirectsMax,
      tls: client.insecure === true ? 'any' : 'trusted',
      ...(isSent && { secrets: { headers } }),
    },
    changes: [
      ...others,
      body?.isPart === false && 'Its answer has to contain the text, and may be more.',
      textOf(endpoint.body) !== '' && 'Its body is not sent.',
      isVariable && 'Its headers have a variable and are not sent.',
      ...LEFT_OUT.map((name) => client[name] !== undefined && `client.${name} is left out.`),
    ],
  };
}

interface Conditions {
  /** As a platform has them. */
  readonly statuses: string;
  readonly json: { readonly path: string; readonly value: string } | null;
  readonly body: { readonly text: string; readonly isPart: boolean } | undefined;
  /** What is not looked at here, as sentences. */
  readonly others: readonly string[];
}

/** That there is an answer at all. */
const IMPLIED = /^\[CONNECTED\] == true$|^\[DNS_RCODE\] == NOERROR$/;
/** A pattern of statuses is none that is known. */
const CONDITION = /^\[(STATUS(?=[^*]+$)|BODY)\]((?:\.[^\s]+)?) (==|!=|<=|>=|<|>) (.+)$/;

function readConditions(given: unknown): Conditions {
  const all = (Array.isArray(given) ? given : []).map((one) => readCondition(textOf(one)));
  const body = all.find((one) => one.body);
  const json = all.find((one) => one.json);
  const others = all.filter((one) => !one.passes && one !== body && one !== json);
  return {
    statuses: rangesOf(all.flatMap(({ passes }) => passes ?? [])),
    body: body?.body,
    json: json?.json ?? null,
    others: others.map(({ condition }) => `Not looked at: ${condition}`),
  };
}

interface Condition extends Partial<Pick<Conditions, 'body' | 'json'>> {
  readonly condition: string;
  readonly passes?: StatusTest;
}

function readCondition(condition: string): Condition {
  const [, subject, way = '', operator = '', value = ''] = CONDITION.exec(condition) ?? [];
  if (IMPLIED.test(condition)) return { condition, passes: () => true };
  if (subject === 'STATUS') return { condition, passes: statusTest(operator, value) };
  const part = /^pat\(\*([^*]+)\*\)$/.exec(value)?.[1];
  const isText = !/^(?:pat|any)\(/.test(value);
  const path = plainPath(way.slice(1));
  if (operator !== '==') return { condition };
  if (way === '' && (isText || part))
    return { condition, body: { text: part ?? value, isPart: part !== undefined } };
  return path && isText ? { condition, json: { path, value } } : { condition };
}

type StatusTest = (status: number) => boolean;

const COMPARE: Readonly<Record<string, (status: number, values: readonly number[]) => boolean>> = {
  '==': (status, values) => values.includes(status),
  '!=': (status, values) => !values.includes(status),
  '<': (status, [value = 0]) => status < value,
  '<=': (status, [value = 0]) => status <= value,
  '>': (status, [value = 0]) => status > value,
  '>=': (status, [value = 0]) => status >= value,
};

function statusTest(operator: string, value: string): StatusTest {
  const values = value.replace(/^any\(|\)$/g, '').split(',');
  return (status) => COMPARE[operator]?.(status, values.map(Number)) ?? false;
}

/** @returns the statuses that pass all tests, such as `200-299, 401` */
function rangesOf(tests: readonly StatusTest[]): string {
  const ranges: [number, number][] = [];
  for (let status = 100; status < 600; status++) {
    const last = ranges.at(-1);
    if (!tests.every((passes) => passes(status))) continue;
    if (last?.[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ');
}
