import { createHash } from 'node:crypto';
import { HASHED } from '../../contract/pages.ts';

/**
 * The headers that every answer carries, errors and files included. Pages and files get the page's content policy and
 * what else rules a document; hashed assets, of which a first visit loads many, get what rules a worker; answers to
 * programs get a policy that allows nothing.
 *
 * Not @fastify/helmet: the policy depends on the page that is served (hashes, nonce), and answers to broken requests,
 * which never reach a route, need the same headers.
 */
export interface AnswerHeaders {
  /** @param path of the request */
  readonly page: (path: string) => HeaderValues;
  readonly api: HeaderValues;
}

type HeaderValues = Readonly<Record<string, string>>;

const TWO_YEARS_SEC = 63_072_000;

/** Device features that the console does not use. Wall displays need the wake lock, so it is not listed. */
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
  'usb',
  'xr-spatial-tracking',
];

/** Added to every answer over TLS, this server's own or a trusted proxy's. */
export const TLS_HEADERS = {
  'strict-transport-security': `max-age=${TWO_YEARS_SEC}; includeSubDomains`,
} as const;

/**
 * @param readPage the page that answers a path. Its inline scripts are allowed by their hashes, its style elements by
 *   the nonce that its build wrote into it.
 */
export function createAnswerHeaders(readPage: (path: string) => string): AnswerHeaders {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  const frameless = { ...common, 'x-frame-options': 'DENY' };
  const pageHeaders = {
    ...frameless,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
  const assetHeaders = { ...common, 'content-security-policy': WORKER_POLICY };
  const policyOf = createPolicyCache();
  return {
    page: (path) =>
      path.startsWith(HASHED)
        ? assetHeaders
        : { ...pageHeaders, 'content-security-policy': policyOf(readPage(path)) },
    api: {
      ...frameless,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  };
}

/** Of the data worker, whose script is one of them: it takes nothing from the page's policy. */
const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Twice the number of pages: a build under the running server brings new ones. */
const POLICIES_MAX = 24;

/** @returns the policy of a page by its text, computed once for each */
function createPolicyCache(): (html: string) => string {
  const policies = new Map<string, string>();
  return (html) => {
    const known = policies.get(html);
    if (known !== undefined) return known;
    const policy = pagePolicy(inlineScriptHashes(html), styleNonceOf(html));
    if (policies.size >= POLICIES_MAX) policies.clear();
    policies.set(html, policy);
    return policy;
  };
}

/** @param nonce of the page's style elements; undefined: none are allowed */
function pagePolicy(hashes: readonly string[], nonce: string | undefined): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    // Style attributes in the HTML. They cannot load anything that the other directives forbid.
    "style-src-attr 'unsafe-inline'",
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
    'trusted-types default',
  ].join('; ');
}

/** @returns the nonce in the page's `csp-nonce` meta element */
function styleNonceOf(html: string): string | undefined {
  return /<meta name="csp-nonce" content="(?<nonce>[\w-]+)"/.exec(html)?.groups?.nonce;
}

/** @returns `sha256-...` of the text of every script element without `src` */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^<]*(?:<(?!\/script)[^<]*)*)/gi)]
    .filter((script) => !/\bsrc\s*=/i.test(script.groups?.attributes ?? ''))
    .map((script) =>
      createHash('sha256')
        .update(script.groups?.text ?? '')
        .digest('base64'),
    )
    .map((digest) => `sha256-${digest}`);
}
