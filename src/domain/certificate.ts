import { certificateLevel, DOMAIN_DAYS } from '../../contract/certificate.ts';
import { DAY_MS } from '../../contract/limits.ts';
import type { Certificate } from '../../contract/shapes/mesh.ts';

/** Mantine's colours. */
const COLORS = { warning: 'yellow', error: 'red' } as const;

/** It is stored that a certificate is still the same about every hour; registries are asked once a day. */
const SEEN_MAX_MS = { certificate: 2 * 60 * 60 * 1000, domain: 2 * DAY_MS };

/** @returns undefined while there is time */
export function certificateColor(one: Certificate, now: number): string | undefined {
  const level = certificateLevel(one.notAfter, now, isDomain(one) ? DOMAIN_DAYS : undefined);
  return level && COLORS[level];
}

/** @returns whether nobody has seen it for longer than usual: it may have been renewed since */
export const isLastKnown = (one: Certificate, now: number): boolean =>
  now - one.seenAt > SEEN_MAX_MS[isDomain(one) ? 'domain' : 'certificate'];

export const isDomain = ({ of }: Certificate): boolean => of === 'domain';

/** @returns '12 days left', 'less than a day left', 'expired 3 days ago' */
export function daysLeftText({ notAfter }: Certificate, now: number): string {
  const days = Math.floor(Math.abs(notAfter - now) / DAY_MS);
  if (notAfter <= now) return days === 0 ? 'expired today' : `expired ${daysText(days)} ago`;
  return days === 0 ? 'less than a day left' : `${daysText(days)} left`;
}

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** @returns such as 'Dec 8, 2026', in the reader's own notation */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(at);

/** @returns such as 'forge.mesh.example and 2 more' */
export function namesText({ names }: Certificate): string {
  const [first = 'no name', ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
