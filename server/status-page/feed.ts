import { type Markup, markup } from '../http/markup.ts';
import type { PublicStatus } from './public-status.ts';
import { incidentTitle, periodText, phaseText, timeText } from './texts.ts';

/** So long before it begins, maintenance is news. */
const NEWS_MS = 7 * 24 * 60 * 60_000;

/** Incidents and planned maintenance as Atom (RFC 4287). @param address of the page */
export function feedOf(status: PublicStatus, address: string): Markup {
  const { id, title, asOf } = status;
  const entries = entriesOf(status).sort((a, b) => (a.updated < b.updated ? 1 : -1));
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>${title}</title><id>urn:uuid:${id}</id>
<updated>${entries[0]?.updated ?? asOf}</updated><author><name>${title}</name></author>
<link rel="alternate" type="text/html" href="${address}"/><link rel="self" type="application/atom+xml" href="${address.replace(/\/$/, '')}/feed.atom"/>
${entries.map(
  (entry) => markup`<entry><title>${entry.title}</title><id>urn:uuid:${entry.id}</id>
<published>${entry.published}</published><updated>${entry.updated}</updated>
<link rel="alternate" type="text/html" href="${address}"/><content type="text">${entry.text}</content></entry>
`,
)}</feed>`;
}

function entriesOf({ asOf, incidents, maintenance }: PublicStatus) {
  return [
    ...incidents.map((incident) => {
      const { id, startedAt, endedAt, updates } = incident;
      const lines = [
        `Since ${timeText(startedAt)}`,
        ...updates.map(({ at, phase, text }) =>
          `${phaseText(phase)}, ${timeText(at)}: ${text}`.trim(),
        ),
        ...(endedAt === null ? [] : [`Ended ${timeText(endedAt)}`]),
      ];
      const times = [startedAt, endedAt ?? '', ...updates.map(({ at }) => at)];
      const updated = times.sort().at(-1) ?? startedAt;
      const title = incidentTitle(incident);
      return { id, title, published: startedAt, updated, text: lines.join('\n') };
    }),
    ...maintenance.flatMap(({ id, platforms, startsAt, endsAt }) => {
      const updated = new Date(Date.parse(startsAt) - NEWS_MS).toISOString();
      const title = `Planned maintenance: ${platforms.join(', ')}`;
      const text = periodText(startsAt, endsAt);
      return updated > asOf ? [] : [{ id, title, published: updated, updated, text }];
    }),
  ];
}
