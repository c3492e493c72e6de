import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { type PublicState, StatusSummarySchema } from '../../contract/shapes/status-summary.ts';
import { tagOf } from '../http/etag.ts';
import { type Markup, markup } from '../http/markup.ts';
import { pageOf } from './page.ts';
import { PAGE_POLICY } from './page-style.ts';
import type { PublicStatus } from './public-status.ts';
import { incidentTitle, phaseText, timesIn, verdictOf, worstOf } from './texts.ts';

/** One of the public documents, ready to be sent. */
export interface StatusDocument {
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** What follows the address of the page; '': the page. */
export const DOCUMENTS = ['', '/feed.atom', '/summary.json', '/badge.svg'] as const;
export type StatusDocuments = Readonly<Record<(typeof DOCUMENTS)[number], StatusDocument>>;

/** Shared caches may keep them as long as this instance does. */
export const FRESH_SEC = 5;

/** @param where address of the page, and what the page's links begin with */
export function documentsOf(
  status: PublicStatus,
  where: { readonly address: string; readonly links: string },
): StatusDocuments {
  // The schema takes what it names, and no more.
  const summary = JSON.stringify(z.parse(StatusSummarySchema, status));
  return {
    '': documentOf(pageOf(status, where.links).text, 'text/html', {
      'content-security-policy': PAGE_POLICY,
    }),
    '/feed.atom': documentOf(feedOf(status, where.address).text, 'application/atom+xml'),
    '/summary.json': documentOf(summary, 'application/json'),
    // Other sites show it.
    '/badge.svg': documentOf(badgeOf(status).text, 'image/svg+xml', {
      'cross-origin-resource-policy': 'cross-origin',
    }),
  };
}

function documentOf(text: string, type: string, more: StatusDocument['headers'] = {}) {
  const body = Buffer.from(text);
  const headers = {
    ...more,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': `public, max-age=${FRESH_SEC}`,
    etag: tagOf(text),
    vary: 'accept-encoding',
  };
  return { body, gzip: gzipSync(body), headers };
}

/** White text on each reaches 4.5:1. */
const COLORS: Readonly<Record<PublicState, string>> = {
  up: '#08694a',
  slow: '#7d4e00',
  down: '#a92c1b',
  planned: '#1b56a8',
  'not-measured': '#56667d',
};
/** Of a letter at this size, about; the text is fitted to it. */
const LETTER = 6.5;
const PADDING = 6;

/** One line for other sites: the state of all. */
function badgeOf(status: PublicStatus): Markup {
  const { isCurrent, asOf, timeZone } = status;
  const verdict = verdictOf(status);
  const text = isCurrent ? verdict : `${verdict} at ${timesIn(timeZone).clockText(asOf)}`;
  const width = Math.round(text.length * LETTER);
  const whole = width + 2 * PADDING;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="Status: ${text}"><title>Status: ${text}</title>
<rect width="${whole}" height="20" rx="4" fill="${COLORS[worstOf(status)]}"/>
<text x="${PADDING}" y="14" textLength="${width}" fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">${text}</text></svg>`;
}

/** Incidents and planned maintenance as Atom (RFC 4287). @param address of the page */
function feedOf(status: PublicStatus, address: string): Markup {
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

function entriesOf({ incidents, maintenance, timeZone }: PublicStatus) {
  const { timeText, periodText } = timesIn(timeZone);
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
    ...maintenance.map(({ id, platforms, startsAt, endsAt, plannedAt, updatedAt }) => ({
      id,
      title: `Planned maintenance: ${platforms.join(', ')}`,
      published: plannedAt,
      updated: updatedAt,
      text: periodText(startsAt, endsAt),
    })),
  ];
}
