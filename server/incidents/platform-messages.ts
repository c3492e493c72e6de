import type { Incident } from '../../contract/shapes/incident.ts';
import { durationText } from '../base/duration-text.ts';
import type { AlertMessage } from '../feature.ts';

/** Up to this many platforms get a message each; more share one. */
const SEPARATE_MAX = 3;
const NAMED_MAX = 3;

/** A platform that has gone down, or is back. */
export interface PlatformAlert {
  readonly name: string;
  readonly domain: string;
  readonly incident: Incident;
}

/** @param platforms that went down, or came back, at the same time */
export function platformMessages(
  kind: 'down' | 'back',
  platforms: readonly PlatformAlert[],
  at: number,
): AlertMessage[] {
  if (platforms.length > SEPARATE_MAX) return [manyPlatforms(kind, platforms, at)];
  return platforms.map((platform) => onePlatform(kind, platform, at));
}

export const INCIDENTS_LINK = '/incidents';
export const incidentLink = (id: number) => `${INCIDENTS_LINK}/${id}`;
export const MESH_LINK = '/mesh-network';
export const platformLink = (id: string) => `${MESH_LINK}/${id}`;

type About = Pick<Incident, 'scope' | 'cause'>;

/** Before what this node does not do, in the cause of its incident. */
export const STANDSTILL = 'standstill: ';

/** @returns whether it is of this node, because it does not do what it is there for */
export const isStandstill = ({ scope, cause }: About): boolean =>
  scope === 'node' && cause?.startsWith(STANDSTILL) === true;

/** @returns whose incident it is, and what it is when it is not well */
export function subjectOf(incident: About, name: string): readonly [name: string, isNot: string] {
  if (incident.scope === 'line') return [`The line to ${name}`, 'down'];
  if (incident.scope !== 'node') return [name, 'down'];
  return [name, isStandstill(incident) ? 'at a standstill' : 'cut off'];
}

/** @returns what is wrong, in a sentence */
export function downText({ scope, cause }: About, domain: string) {
  if (isStandstill({ scope, cause })) return `This node has ${cause?.slice(STANDSTILL.length)}.`;
  if (scope === 'line') return `Other nodes reach ${domain}; this node does not: ${cause}.`;
  if (scope === 'node') return `This node reaches too few others to know how they are: ${cause}.`;
  return cause === null
    ? `${domain} does not answer, or its answers cannot be trusted.`
    : `${domain}: ${cause}.`;
}

/** @returns that all is well again, in a sentence */
export function backText(
  { startedAt, endedAt, ...about }: About & Pick<Incident, 'startedAt' | 'endedAt'>,
  domain: string,
) {
  const reaches = isStandstill(about) ? 'This node works' : 'This node reaches most of the mesh';
  const answers = about.scope === 'node' ? reaches : `${domain} answers`;
  const lasted = endedAt === null ? '' : ` after ${durationText(endedAt - startedAt)}`;
  return `${answers} again${lasted}.`;
}

/** @param names more than one */
export const namesText = (names: readonly string[]) =>
  names.length <= NAMED_MAX
    ? `${names.join(', ')}.`
    : `${names.slice(0, NAMED_MAX).join(', ')} and ${names.length - NAMED_MAX} more.`;

const PLATFORM_SEVERITY = { down: 'error', back: 'success' } as const;

function onePlatform(
  kind: 'down' | 'back',
  { name, domain, incident }: PlatformAlert,
  at: number,
): AlertMessage {
  const [subject, isNot] = subjectOf(incident, name);
  const message =
    kind === 'down'
      ? { title: `${subject} is ${isNot}`, text: downText(incident, domain) }
      : { title: `${name} is back`, text: backText(incident, domain) };
  const severity = PLATFORM_SEVERITY[kind];
  const url = incidentLink(incident.id);
  return { kind, severity, ...message, tag: url, url, at };
}

function manyPlatforms(
  kind: 'down' | 'back',
  platforms: readonly PlatformAlert[],
  at: number,
): AlertMessage {
  const text = namesText(platforms.map(({ name }) => name));
  const title = `${platforms.length} platforms are ${kind}`;
  const severity = PLATFORM_SEVERITY[kind];
  return { kind, severity, title, text, tag: INCIDENTS_LINK, url: INCIDENTS_LINK, at };
}
