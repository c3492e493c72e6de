import { isIP } from 'node:net';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Without `Domain` it is for the host alone that set it. */
  readonly isForHost: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

/** Keeps the cookies of one probe for its redirects (RFC 6265, section 5). */
export function createCookieJar() {
  let cookies: readonly Cookie[] = [];
  return {
    /** @param lines the `Set-Cookie` headers of the answer of `url` */
    store(url: URL, lines: readonly string[] = []): void {
      for (const line of lines) {
        const { isOver, ...cookie } = parse(url, line);
        if (cookie.name === '' || !isOf(cookie, url)) continue;
        const others = cookies.filter((one) => !isSame(one, cookie));
        cookies = isOver ? others : [...others, cookie];
      }
    },
    /** @returns the `Cookie` header for `url`; '': there is none */
    header: (url: URL): string =>
      cookies
        .filter((one) => isOf(one, url) && isBelow(url.pathname, one.path))
        .filter(({ isSecure }) => !isSecure || url.protocol === 'https:')
        .toSorted((one, other) => other.path.length - one.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  };
}

function parse(url: URL, line: string): Cookie & { readonly isOver: boolean } {
  const [pair, ...rest] = line.split(';').map((part) => splitAt(part, '='));
  const attributes = new Map(rest.map(([name, value]) => [name.toLowerCase(), value]));
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  const path = attributes.get('path') ?? '';
  const maxAge = attributes.get('max-age') ?? '';
  const expires = Date.parse(attributes.get('expires') ?? '');
  return {
    ...{ name: pair?.[0] ?? '', value: pair?.[1] ?? '' },
    ...{ domain: domain || url.hostname, isForHost: domain === '' },
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    isSecure: attributes.has('secure'),
    isOver: maxAge === '' ? expires <= Date.now() : Number(maxAge) <= 0,
  };
}

function splitAt(text: string, sign: string): [string, string] {
  const place = text.indexOf(sign);
  return place < 0
    ? [text.trim(), '']
    : [text.slice(0, place).trim(), text.slice(place + 1).trim()];
}

const isSame = (one: Cookie, other: Cookie): boolean =>
  one.name === other.name && one.domain === other.domain && one.path === other.path;

/** A domain of one label is nobody's. */
const isOf = ({ domain, isForHost }: Cookie, { hostname }: URL): boolean =>
  hostname === domain ||
  (!isForHost && isIP(hostname) === 0 && domain.includes('.') && hostname.endsWith(`.${domain}`));

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
