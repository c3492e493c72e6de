import { DAY_MS } from '../../contract/limits.ts';
import type { PublicState, StatusSummary } from '../../contract/shapes/status-summary.ts';
import { durationText } from '../base/duration-text.ts';
import { type Markup, markup, NOTHING } from '../http/markup.ts';
import { STYLE } from './page-style.ts';
import { DAYS, type Day, type PublicStatus } from './public-status.ts';
import {
  incidentTitle,
  phaseText,
  STATE_TEXTS,
  type TimeTexts,
  timesIn,
  verdictOf,
  worstOf,
} from './texts.ts';

/** Shapes, so that nothing is said by its colour alone. */
const MARKS: Readonly<Record<PublicState, string>> = {
  up: '●',
  slow: '▲',
  down: '■',
  planned: '◆',
  'not-measured': '○',
};

const time = (at: string, text: string) => markup`<time datetime="${at}">${text}</time>`;
const mark = (state: PublicState, text: string) =>
  markup`<span class="${state}"><span aria-hidden="true">${MARKS[state]}</span> ${text}</span>`;

/** The whole page as HTML that needs nothing else. @param links where feed and summary are */
export function pageOf(status: PublicStatus, links: string): Markup {
  const { title, asOf, isCurrent, platforms, incidents, maintenance } = status;
  const times = timesIn(status.timeZone);
  const { timeZone, timeText, clockText } = times;
  const incidentsWhere = (isOpen: boolean) =>
    incidents
      .filter(({ endedAt }) => (endedAt === null) === isOpen)
      .map((one) => incidentOf(one, times));
  const states = groupsIn(platforms).map(([name, members]) => groupOf(name, members, times));
  const windows = maintenance.map((one) => windowOf(one, times));
  const verdict = verdictOf(status);
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}: ${verdict}</title><link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" href="${links}/feed.atom"><style>${STYLE}</style></head><body>
<header><h1>${title}</h1><p class="verdict">${mark(worstOf(status), isCurrent ? verdict : `Last known: ${verdict}`)}</p>
${
  isCurrent
    ? markup`<p>As of ${time(asOf, timeText(asOf))}</p>`
    : markup`<p class="away"><b>As of ${time(asOf, clockText(asOf))}; newer data cannot be read now.</b> ${timeText(asOf)}</p>`
}</header>
<main>${section('Open incidents', incidentsWhere(true))}${platforms.length === 0 ? NOTHING : markup`<section><h2>State now and in the last 90 days</h2>${states}${LEGEND}</section>`}
${section('Planned maintenance', windows)}${section('Incidents that ended in the last 14 days', incidentsWhere(false))}</main>
<footer><p>${timeZone === 'UTC' ? 'All times are UTC.' : `Times are ${timeZone}, days of the bars UTC.`} <a href="${links}/feed.atom">Atom feed</a> <a href="${links}/summary.json">JSON</a></p></footer>
</body></html>`;
}

const section = (title: string, items: readonly Markup[]) =>
  items.length === 0 ? NOTHING : markup`<section><h2>${title}</h2><ul>${items}</ul></section>`;

/** @returns the groups in the order of the page, those of none last; one without a name when there are no groups */
function groupsIn(platforms: PublicStatus['platforms']): [string, Platform[]][] {
  const groups = new Map<string, Platform[]>();
  for (const one of platforms.toSorted((a, b) => Number(!a.group) - Number(!b.group)))
    groups.set(one.group ?? '', [...(groups.get(one.group ?? '') ?? []), one]);
  return [...groups].map(([name, members]) => [name || (groups.size > 1 ? 'Others' : ''), members]);
}

function groupOf(name: string, members: readonly Platform[], times: TimeTexts): Markup {
  const level = name === '' ? 'h3' : 'h4';
  return markup`${name === '' ? NOTHING : markup`<h3 class="group">${name}</h3>`}<ul>${members.map((one) => platformOf(one, level, times))}</ul>`;
}

const LEGEND = markup`<p class="legend">${(
  ['up', 'slow', 'down', 'planned', 'not-measured'] as const
).map((state) => markup`<span class="${state}"><i></i> ${STATE_TEXTS[state]}</span>`)}</p>`;

function platformOf(
  { name, state, since, uptime, days }: Platform,
  level: 'h3' | 'h4',
  { timeText, utcDayText }: TimeTexts,
): Markup {
  const gaps = days.reduce((all, { notMeasured }) => all + notMeasured, 0);
  const of = isGap(gaps) ? `${durationText(lengthOf(days) - gaps)} measured` : `${DAYS} days`;
  const troubles = days.filter((day) => day.down + day.planned + day.late > 0).toReversed();
  const from =
    since === null || state === 'up' ? NOTHING : markup` since ${time(since, timeText(since))}`;
  const sum = uptime === null ? 'Never measured' : `${percentOf(uptime)} up of ${of}`;
  return markup`<li><${level}>${name}</${level}><p>${mark(state, STATE_TEXTS[state])}${from}</p>
<svg viewBox="0 0 ${DAYS * 10} 30" preserveAspectRatio="none" role="img" aria-label="Last ${DAYS} days of ${name}: ${sum}">${barsOf(days)}</svg>
<p class="ends"><span>${DAYS} days ago</span><span>${sum}</span><span>Today</span></p>${
    troubles.length === 0
      ? NOTHING
      : markup`<details><summary>Days that were not up throughout: ${troubles.length}</summary><ul>${troubles.map((day) => dayOf(day, utcDayText(day.at)))}</ul></details>`
  }</li>`;
}

type Platform = PublicStatus['platforms'][number];

const lengthOf = (days: readonly Day[]) =>
  days.reduce((all, { at: _, ...times }) => all + Object.values(times).reduce((a, b) => a + b), 0);

/** Rounded down, so that 100% says that nothing was missed. */
const percentOf = (share: number) => `${Math.floor(share * 10_000 + 1e-6) / 100}%`;

function dayOf({ down, planned, late, notMeasured }: Day, text: string): Markup {
  const held = [
    ...(down > 0 ? [`down ${durationText(down)}`] : []),
    ...(planned > 0 ? [`down in planned maintenance ${durationText(planned)}`] : []),
    ...(late > 0 ? [`slow ${durationText(late)}`] : []),
    ...(isGap(notMeasured) ? [`not measured ${durationText(notMeasured)}`] : []),
  ];
  return markup`<li>${text}: ${held.join(', ')}</li>`;
}

/** A restart takes less. */
const isGap = (ms: number) => ms > DAY_MS / 100;
/** From the top of a bar down. */
const BARS = ['down', 'slow', 'not-measured', 'planned', 'up'] as const;

/** @returns a path of upright lines for each state. A bar without trouble is shorter, so that trouble shows without colour */
function barsOf(days: readonly Day[]): Markup[] {
  const paths = { up: '', planned: '', 'not-measured': '', slow: '', down: '' };
  days.forEach((day, index) => {
    const { up, late, down, planned, notMeasured } = day;
    const times = { up, planned, 'not-measured': notMeasured, slow: late, down };
    const top = down > 0 ? 30 : late > 0 ? 27 : 24;
    let left = top;
    for (const state of BARS.filter((one) => times[one] > 0)) {
      const share = Math.round((times[state] / lengthOf([day])) * top);
      const height = heightOf(state, share, left);
      if (height > 0) paths[state] += `M${index * 10 + 5} ${30 - left}v${height}`;
      left -= height;
    }
  });
  return BARS.filter((state) => paths[state] !== '').map(
    (state) => markup`<path class="${state}" d="${paths[state]}"/>`,
  );
}

/** Trouble of a few seconds must not vanish in a day; what was up fills the rest. */
function heightOf(state: PublicState, share: number, left: number): number {
  if (state === 'up') return left;
  const isSeen = share > 0 || state === 'down' || state === 'slow';
  return isSeen ? Math.min(left, Math.max(share, 6)) : 0;
}

function incidentOf(
  incident: StatusSummary['incidents'][number],
  { timeText, periodText }: TimeTexts,
): Markup {
  const { state, startedAt, endedAt, updates } = incident;
  const when =
    endedAt === null
      ? markup`since ${time(startedAt, timeText(startedAt))}`
      : markup`${periodText(startedAt, endedAt)} (${durationText(Date.parse(endedAt) - Date.parse(startedAt))})`;
  return markup`<li><h3>${mark(state === 'reported' ? 'slow' : state, incidentTitle(incident))}</h3><p>${when}</p>${updates
    .toReversed()
    .map(
      ({ at, phase, text }) =>
        markup`<p class="update"><b>${phaseText(phase)}</b> ${time(at, timeText(at))}<br>${text}</p>`,
    )}</li>`;
}

const windowOf = (
  { platforms, startsAt, endsAt }: StatusSummary['maintenance'][number],
  { periodText }: TimeTexts,
) =>
  markup`<li><h3>${mark('planned', platforms.join(', '))}</h3><p>${periodText(startsAt, endsAt)}</p></li>`;
