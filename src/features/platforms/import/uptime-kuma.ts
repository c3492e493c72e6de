import { THRESHOLDS } from '../../../../contract/platform-limits.ts';
import { dnsOfKuma } from '../kinds/dns-import.ts';
import { pingOfKuma } from '../kinds/ping-import.ts';
import { everySecOf, reportOfKuma, retriesOf } from '../kinds/report-import.ts';
import { tcpOfKuma } from '../kinds/tcp-import.ts';
import { webOfKuma } from '../kinds/web-import.ts';
import {
  type Candidate,
  candidateOf,
  type Fields,
  isFields,
  type Reached,
  textOf,
} from './candidate.ts';
import { groupOf, groupsIn, isOn, isPaused } from './uptime-kuma-groups.ts';

/** Monitors of Uptime Kuma: of its backup, which has camel case, or of the table `monitor`, which has snake case. */
export function fromUptimeKuma(given: readonly Fields[]): Candidate[] {
  const monitors = given.map(inCamelCase);
  const groups = groupsIn(monitors);
  return monitors.map((monitor) => {
    const { platform, changes = [], reason } = reachedBy(monitor);
    const group = groupOf(monitor, groups);
    const tags = Array.isArray(monitor.tags) ? monitor.tags.map(tagOf).filter(Boolean) : [];
    const [failures, max] = [retriesOf(monitor) + 1, THRESHOLDS.failures.max];
    const more = [
      textOf(monitor.parent) !== '' && group === '' && 'Its group is not in the file.',
      textOf(monitor.description) !== '' && 'Its description is left out.',
      platform?.kind !== 'report' &&
        failures > max &&
        `It is down after ${max} probes without an answer, and not after ${failures}.`,
    ];
    return candidateOf(
      { platform, reason, changes: [...changes, ...more] },
      {
        name: textOf(monitor.name),
        paused: isPaused(monitor, groups),
        group,
        tags,
        intervalSec: everySecOf(monitor),
        timeoutSec: Number(monitor.timeout) || 0,
        failures: Math.min(failures, max),
      },
    );
  });
}

const inCamelCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

const tagOf = (tag: unknown): string =>
  isFields(tag) ? [textOf(tag.name), textOf(tag.value)].filter(Boolean).join(': ') : textOf(tag);

/** By the type of a monitor. */
const KINDS: Readonly<Record<string, (monitor: Fields) => Reached>> = {
  ...{ http: webOfKuma, keyword: webOfKuma, 'json-query': webOfKuma },
  port: tcpOfKuma,
  dns: dnsOfKuma,
  ping: pingOfKuma,
  push: reportOfKuma,
  group: () => ({ reason: 'Its members get it as their group.' }),
};

function reachedBy(monitor: Fields): Reached {
  const type = textOf(monitor.type);
  if (isOn(monitor.upsideDown))
    return { reason: 'It is up while nothing answers, which is not probed here.' };
  return KINDS[type]?.(monitor) ?? { reason: `Monitors of the type ${type} are not probed here.` };
}
