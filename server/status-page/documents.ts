import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { StatusSummarySchema } from '../../contract/shapes/status-summary.ts';
import { tagOf } from '../http/etag.ts';
import { badgeOf } from './badge.ts';
import { feedOf } from './feed.ts';
import { pageOf } from './page.ts';
import { PAGE_POLICY } from './page-style.ts';
import type { PublicStatus } from './public-status.ts';

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
