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

/** Made when first used: the first one of a process reads the data of all locales, which a start need not wait for. */
const format = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined;
  return (time: string | number): string => {
    made ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
    return made.format(new Date(time));
  };
};
export const dayText = format({ day: 'numeric', month: 'short', year: 'numeric' });
export const shortDayText = format({ day: 'numeric', month: 'short' });
export const clockText = format({ hour: '2-digit', minute: '2-digit' });
export const timeText = (time: string) => `${dayText(time)}, ${clockText(time)} UTC`;

/** @returns such as '26 Nov 2026, 14:02 to 14:20 UTC' */
export function periodText(from: string, to: string): string {
  const end = dayText(from) === dayText(to) ? clockText(to) : `${dayText(to)}, ${clockText(to)}`;
  return `${dayText(from)}, ${clockText(from)} to ${end} UTC`;
}
