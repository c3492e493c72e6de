import { durationText } from '../base/duration-text.ts';
import type { Platform } from '../config/mesh-config.ts';
import {
  backText,
  downText,
  INCIDENTS_LINK,
  incidentLink,
  MESH_LINK,
  namesText,
  platformLink,
  subjectOf,
} from '../incidents/platform-messages.ts';
import { countDependents } from '../platforms/causes.ts';
import { type AlertedIncident, isEnd, type OutgoingAlert } from './outgoing.ts';
import type { AlertableIncident } from './rows/decisions.ts';

/** The texts of alerts about incidents: short enough for a locked screen, and still true when they are read later. */

interface IncidentAlert {
  readonly incident: AlertableIncident;
  /** Of a decision: late, down, repeat:<n>, acknowledged, recovered, or of a later step of a rule. */
  readonly step: string;
  readonly platform: AlertedIncident['platform'];
  /** How many platforms depend on it. */
  readonly dependents: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** @param all that are known, this node too. @returns what an alert names: of what a person opened without id and domain */
export function alertedPlatform(
  { platform: id, platforms: ids }: AlertableIncident,
  all: readonly Pick<Platform, 'id' | 'name' | 'domain' | 'dependsOn'>[],
): Pick<IncidentAlert, 'platform' | 'dependents'> {
  const find = (wanted: string) => all.find((one) => one.id === wanted);
  const name = ids.map((one) => find(one)?.name ?? one).join(', ');
  const platform = { id, name, domain: find(id)?.domain ?? id };
  return { platform, dependents: countDependents(id, all) };
}

/** More alerts of one step at the same time share a message. */
export const SEPARATE_MAX = 3;
/** Comes first in whatever a person sees of a drill. */
const DRILL = 'DRILL: ';

export function incidentAlert(about: IncidentAlert): OutgoingAlert {
  const { incident, platform, at, step: decision } = about;
  const { id, status, startedAt, endedAt, cause, drill, acknowledgedBy } = incident;
  const isExpiring = ['certificate', 'domain'].includes(incident.kind);
  const { step, severity, title, text } = TEXTS[incident.kind](about);
  const mark = drill ? DRILL : '';
  return {
    kind: isEnd(step) ? 'back' : 'down',
    step,
    decision,
    severity,
    title: mark + title,
    text: mark + text,
    tag: incidentLink(id),
    url: isExpiring ? platformLink(platform.id) : incidentLink(id),
    at,
    incident: { id, platform, status, startedAt, endedAt, cause, drill, acknowledgedBy },
  };
}

type Texts = Pick<OutgoingAlert, 'step' | 'severity' | 'title' | 'text'>;

function textsOf({ incident, step, platform, dependents, at }: IncidentAlert): Texts {
  const { domain } = platform;
  const [name, isNot] = subjectOf(incident, platform.name);
  const isDown = incident.status === 'error';
  switch (step) {
    case 'late':
      return {
        step,
        severity: 'warning',
        title: `${name} is slow`,
        text: `${domain} takes longer to answer than it should.`,
      };
    case 'down':
      return {
        step,
        severity: 'error',
        title: `${name} is ${isNot}`,
        text: incident.drill
          ? `${domain} pretends to be down.`
          : downText(incident, domain) + dependentsText(dependents),
      };
    case 'acknowledged': {
      const title = `${incident.acknowledgedBy} is on it: ${name}`;
      return { step, severity: 'warning', title, text: `${domain} is being looked after.` };
    }
    case 'recovered': {
      const text = incident.drill ? 'The drill is over.' : backText(incident, domain);
      return { step, severity: 'success', title: `${platform.name} is back`, text };
    }
    default:
      return {
        step: 'repeat',
        severity: isDown ? 'error' : 'warning',
        title: isDown ? `${name} is still ${isNot}` : `${name} is still slow`,
        text: `For ${durationText(Math.max(0, at - incident.startedAt))}. Nobody has said that they are on it.${dependentsText(dependents)}`,
      };
  }
}

function dependentsText(count: number): string {
  if (count === 0) return '';
  return ` ${count === 1 ? '1 platform depends' : `${count} platforms depend`} on it.`;
}

/** Or of a domain. Its cause says when it expires, or until when a new one is valid. */
function certificateTexts({ incident, step, platform: { name, domain } }: IncidentAlert): Texts {
  const { status, cause, kind } = incident;
  const subject = `${kind === 'domain' ? 'Domain' : 'Certificate'} of ${name}`;
  if (step === 'recovered') {
    const title = `${subject} was renewed`;
    return { step: 'renewed', severity: 'success', title, text: `${domain}: it ${cause}.` };
  }
  const then = kind === 'domain' ? 'its name leads nowhere' : 'browsers and probes refuse it';
  return {
    step: 'certificate',
    severity: status === 'error' ? 'error' : 'warning',
    title: `${subject} ${cause}`,
    text: `${domain}: ${then} from then on.`,
  };
}

/** Its cause is its title. What is about a display, a host or ways of alerts was opened by this node. */
function personTexts({ incident, step, platform: { name }, at }: IncidentAlert): Texts {
  const { cause: title, openedBy, startedAt, endedAt, acknowledgedBy } = incident;
  const affected = name === '' ? '' : ` It affects ${name}.`;
  const lasted = durationText(Math.max(0, (endedAt ?? at) - startedAt));
  if (step === 'recovered') {
    const text = `After ${lasted}.${affected}`;
    return { step: 'resolved', severity: 'success', title: `Resolved: ${title}`, text };
  }
  if (step === 'acknowledged')
    return {
      step,
      severity: 'warning',
      title: `${acknowledgedBy} is on it: ${title}`,
      text: `Opened by ${openedBy}.`,
    };
  if (step === 'down')
    return {
      step: 'opened',
      severity: 'error',
      title: `${title}`,
      text: `Opened by ${openedBy}.${affected}`,
    };
  const text = `For ${lasted}. Nobody has said that they are on it.`;
  return { step: 'repeat', severity: 'error', title: `Still open: ${title}`, text };
}

const TEXTS = {
  platform: textsOf,
  certificate: certificateTexts,
  domain: certificateTexts,
  person: personTexts,
  display: personTexts,
  chain: personTexts,
  host: personTexts,
} as const;

/** @returns whether these may share a message: about platforms, of the same step, all drills or none, none with a word of its own to send back */
export const canShare = (a: OutgoingAlert, b: OutgoingAlert): boolean =>
  a.arrival === undefined &&
  b.arrival === undefined &&
  a.incident !== null &&
  b.incident !== null &&
  a.incident.platform.id !== '' &&
  b.incident.platform.id !== '' &&
  a.step === b.step &&
  a.incident.drill === b.incident.drill;

const STATES: Readonly<Record<string, string>> = {
  late: 'answer late',
  down: 'are down',
  repeat: 'are still not well',
  recovered: 'are back',
  certificate: 'have a certificate or a domain that expires',
  renewed: 'have a certificate or a domain that was renewed',
};

/** @param alerts more than one, which can share a message */
export function sharedAlert(first: OutgoingAlert, alerts: readonly OutgoingAlert[]): OutgoingAlert {
  const names = alerts.flatMap(({ incident }) => incident?.platform.name ?? []);
  const mark = first.incident?.drill ? DRILL : '';
  const link = first.url.startsWith(MESH_LINK) ? MESH_LINK : INCIDENTS_LINK;
  return {
    ...first,
    title: `${mark}${names.length} platforms ${STATES[first.step]}`,
    text: mark + namesText(names),
    tag: link,
    url: link,
    incident: null,
  };
}
