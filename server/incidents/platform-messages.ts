import type { Incident } from '../../contract/shapes/incident.ts';
import { durationText } from '../base/duration-text.ts';
import type { AlertMessage } from '../notifications/alert-message.ts';

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

/** @returns whose incident it is, and what it is when it is not well */
export const subjectOf = (scope: string | null | undefined, name: string) =>
  SUBJECTS[scope ?? '']?.(name) ?? ([name, 'down'] as const);

const SUBJECTS: Readonly<Record<string, (name: string) => readonly [string, string]>> = {
  line: (name) => [`The line to ${name}`, 'down'],
  node: (name) => [name, 'cut off'],
};

/** @returns what is wrong, in a sentence */
export function downText({ scope, cause }: Pick<Incident, 'scope' | 'cause'>, domain: string) {
  if (scope === 'line') return `Other nodes reach ${domain}; this node does not: ${cause}.`;
  if (scope === 'node') return `This node reaches too few others to know how they are: ${cause}.`;
  return cause === null
    ? `${domain} does not answer, or its answers cannot be trusted.`
    : `${domain}: ${cause}.`;
}

/** @returns that all is well again, in a sentence */
export function backText(
  { scope, startedAt, endedAt }: Pick<Incident, 'scope' | 'startedAt' | 'endedAt'>,
  domain: string,
) {
  const answers = scope === 'node' ? 'This node reaches most of the mesh' : `${domain} answers`;
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
  const [subject, isNot] = subjectOf(incident.scope, name);
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
