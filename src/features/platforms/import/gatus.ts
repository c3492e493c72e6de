import { dnsOfGatus } from '../kinds/dns-import.ts';
import { pingOfGatus } from '../kinds/ping-import.ts';
import { reporting } from '../kinds/report-import.ts';
import { tcpOfGatus } from '../kinds/tcp-import.ts';
import { webOfGatus } from '../kinds/web-import.ts';
import {
  type Candidate,
  candidateOf,
  type Fields,
  fieldsOf,
  type Reached,
  rowsOf,
  textOf,
} from './candidate.ts';
import {
  type GatusReader,
  hasVariable,
  isNo,
  readConditions,
  VARIABLE,
} from './gatus-conditions.ts';

/** What of an endpoint becomes something here, or has a note of its own. Notifications stay behind. */
const READ = [
  ...['name', 'group', 'enabled', 'url', 'interval', 'method', 'headers', 'body', 'conditions'],
  ...['dns', 'client', 'alerts', 'token', 'heartbeat'],
];
const READ_OF_CLIENT = ['insecure', 'ignore-redirect', 'timeout'];

/** The endpoints of a configuration of Gatus. */
export function fromGatus(config: Fields): Candidate[] {
  const read = (endpoint: Fields, { changes = [], ...reached }: Reached): Candidate => {
    const interval = textOf(endpoint.interval) || '1m';
    const sec = secondsOf(interval);
    const client = fieldsOf(endpoint.client);
    const timeout = textOf(client.timeout);
    const timeoutSec = secondsOf(timeout);
    const [name, group] = [textOf(endpoint.name), textOf(endpoint.group)];
    if (hasVariable(name)) return { name, reason: `Its name ${VARIABLE}` };
    const all = [
      ...changes,
      sec === undefined && `It is probed every minute: its interval ${interval} cannot be read.`,
      timeout !== '' && timeoutSec === undefined && `Its timeout ${timeout} cannot be read.`,
      hasVariable(group) && `Its group ${VARIABLE}`,
      ...leftOut(client, READ_OF_CLIENT, 'client.'),
      ...leftOut(endpoint, READ, ''),
    ];
    return candidateOf(
      { ...reached, changes: all },
      {
        name,
        paused: isNo(endpoint.enabled),
        group: hasVariable(group) ? '' : group,
        intervalSec: sec || 60,
        timeoutSec: timeoutSec ?? 0,
      },
    );
  };
  return [
    // The first versions called them services.
    ...rowsOf(config.endpoints ?? config.services).map((one) => read(one, reachedBy(one))),
    ...rowsOf(config['external-endpoints']).map((one) => read(one, externalOf(one))),
    ...rowsOf(config.suites).map(({ name }) => ({
      name: textOf(name),
      reason: 'Suites are not probed here.',
    })),
  ];
}

const leftOut = (fields: Fields, read: readonly string[], before: string): string[] =>
  Object.keys(fields)
    .filter((name) => !read.includes(name))
    .map((name) => `${before}${name} is left out.`);

function externalOf({ heartbeat }: Fields): Reached {
  const sec = secondsOf(textOf(fieldsOf(heartbeat).interval));
  return sec
    ? reporting(sec)
    : { reason: 'It has no interval in which it reports itself: give it a heartbeat.' };
}

/** Both letters for micro that Go knows. */
const UNIT_SEC: Readonly<Record<string, number>> = {
  ...{ h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, μs: 1e-6, ns: 1e-9 },
};
const DURATION = /^(?:[\d.]+(?:h|ms?|s|[uµμn]s))+$/;

/** @returns of a duration as Go writes it; undefined: it is none */
function secondsOf(duration: string): number | undefined {
  if (!DURATION.test(duration)) return undefined;
  const parts = duration.matchAll(/([\d.]+)([^\d.]+)/g);
  return [...parts].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_SEC[unit] ?? 0),
    0,
  );
}

function reachedBy(endpoint: Fields): Reached {
  const url = textOf(endpoint.url);
  if (url === '') return { reason: 'It has no address.' };
  if (hasVariable(url)) return { reason: `Its address ${VARIABLE}` };
  const conditions = readConditions(endpoint.conditions);
  if (conditions.isInverse)
    return { reason: 'It is up while nothing answers, which is not probed here.' };
  if (endpoint.dns !== undefined) return dnsOfGatus(endpoint, url, conditions);
  const [scheme = ''] = /^[a-z]+(?=:\/\/)/i.exec(url) ?? [];
  const read = KINDS[scheme.toLowerCase()]?.(endpoint, url, conditions);
  return read ?? { reason: `${scheme || 'Such'} addresses are not probed here.` };
}

/** By the scheme of an address. */
const KINDS: Readonly<Record<string, GatusReader>> = {
  ...{ http: webOfGatus, https: webOfGatus },
  ...{ tcp: tcpOfGatus, tls: tcpOfGatus, starttls: tcpOfGatus },
  icmp: pingOfGatus,
};
