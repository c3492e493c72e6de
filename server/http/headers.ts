import { createHash } from 'node:crypto';

/**
 * The headers that every answer carries, refusals and files included. Two kinds: what a browser shows
 * gets the page's content policy and what else rules a document; what only programs read gets a policy
 * that allows nothing.
 */
export interface AnswerHeaders {
  /** @param path of the request */
  readonly page: (path: string) => HeadersOfAnswer;
  readonly api: HeadersOfAnswer;
}

type HeadersOfAnswer = Readonly<Record<string, string>>;

const TWO_YEARS_SEC = 63_072_000;

/** Device features that the console does not use; the wake lock is left to wall displays. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
];

/** Added to every answer that travels under TLS, this server's own or a trusted proxy's. */
export const TLS_HEADERS = {
  'strict-transport-security': `max-age=${TWO_YEARS_SEC}; includeSubDomains`,
} as const;

/** @param readPage the page that answers a path, whose inline scripts are allowed by their hashes, and no others */
export function createAnswerHeaders(readPage: (path: string) => string): AnswerHeaders {
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  const ofPages = {
    ...common,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
  const policyOf = policiesOfPages();
  return {
    page: (path) => ({ ...ofPages, 'content-security-policy': policyOf(readPage(path)) }),
    api: {
      ...common,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  };
}

/** Twice as many as there are pages: a build under the running server brings pages of its own. */
const POLICIES_MAX = 24;

/** @returns tells the policy of a page by its text; made once for each */
function policiesOfPages(): (html: string) => string {
  const policies = new Map<string, string>();
  return (html) => {
    const known = policies.get(html);
    if (known !== undefined) return known;
    const policy = pagePolicy(inlineScriptHashes(html));
    if (policies.size >= POLICIES_MAX) policies.clear();
    policies.set(html, policy);
    return policy;
  };
}

function pagePolicy(hashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types meridian',
  ].join('; ');
}

/** @returns `sha256-...` of the text of every script element without `src` */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^<]*(?:<(?!\/script)[^<]*)*)/gi)]
    .filter((script) => !/\bsrc\s*=/i.test(script.groups?.attributes ?? ''))
    .map((script) =>
      createHash('sha256')
        .update(script.groups?.text ?? '')
        .digest('base64'),
    )
    .map((digest) => `sha256-${digest}`);
}
