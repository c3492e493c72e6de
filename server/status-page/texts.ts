import { IANAZone } from 'luxon';
import type { IncidentPhase } from '../../contract/shapes/incident.ts';
import {
  PUBLIC_STATES,
  type PublicState,
  type StatusSummary,
} from '../../contract/shapes/status-summary.ts';
import type { PublicStatus } from './public-status.ts';

/** What the public reads, in the words of the page, feed and badge. */

export const STATE_TEXTS: Readonly<Record<PublicState, string>> = {
  up: 'Up',
  slow: 'Slow',
  down: 'Down',
  planned: 'Planned maintenance',
  'not-measured': 'Not measured',
};

export const phaseText = (phase: IncidentPhase) =>
  `${phase.charAt(0).toUpperCase()}${phase.slice(1)}`;

type Shown = Pick<PublicStatus, 'platforms' | 'incidents'>;

/** What people report has no state of a platform, and yet not all is well. */
const isReported = ({ incidents }: Shown) =>
  incidents.some(({ state, endedAt }) => state === 'reported' && endedAt === null);

/** @returns the worst state of all; not measured where nothing is shown */
export function worstOf(shown: Shown): PublicState {
  const states = [
    ...shown.platforms.map(({ state }) => state),
    ...(isReported(shown) ? ['slow'] : []),
  ];
  return PUBLIC_STATES.find((state) => states.includes(state)) ?? 'not-measured';
}

/** @returns such as 'Everything is up' and '1 down, 5 up' */
export function verdictOf(shown: Shown): string {
  const { platforms } = shown;
  if (platforms.length === 0) return 'Nothing is shown here yet';
  if (platforms.every(({ state }) => state === 'up'))
    return isReported(shown) ? 'There is an incident' : 'Everything is up';
  if (platforms.every(({ state }) => state === 'not-measured')) return 'Not measured now';
  return PUBLIC_STATES.flatMap((state) => {
    const count = platforms.filter((one) => one.state === state).length;
    const text = `${state === 'planned' ? 'in ' : ''}${STATE_TEXTS[state].toLowerCase()}`;
    return count === 0 ? [] : [`${count} ${text}`];
  }).join(', ');
}

/** @returns such as 'Shop is down' */
export function incidentTitle({ platforms, state, endedAt }: StatusSummary['incidents'][number]) {
  const names = platforms.join(', ');
  if (state === 'planned') return `${names}: planned maintenance`;
  if (state === 'reported') return `Incident: ${names}`;
  return `${names} ${endedAt === null ? 'is' : 'was'} ${state}`;
}

const formatIn = (timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  return (time: string | number): string => made.format(new Date(time));
};

export type TimeTexts = ReturnType<typeof timesIn>;

/**
 * @param zone IANA name; one that this machine does not know, as after a restore elsewhere, counts as UTC
 * @returns times as a reader there reads them, with the zone's name
 */
export function timesIn(zone: string) {
  const timeZone = IANAZone.isValidZone(zone) ? zone : 'UTC';
  const dayText = formatIn(timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const clockText = formatIn(timeZone, clock);
  const timeText = (time: string) => `${dayText(time)}, ${clockText(time)}`;
  return {
    timeZone,
    /** Of the days of bars. */
    utcDayText: formatIn('UTC', { day: 'numeric', month: 'short' }),
    clockText,
    timeText,
    /** @returns such as '26 Nov 2026, 14:02 to 14:20 UTC' */
    periodText(from: string, to: string): string {
      const [start, name] = clockText(from).split(' ');
      const isShort = dayText(from) === dayText(to) && clockText(to).endsWith(` ${name}`);
      return isShort
        ? `${dayText(from)}, ${start} to ${clockText(to)}`
        : `${timeText(from)} to ${timeText(to)}`;
    },
  };
}
