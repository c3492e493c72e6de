import type { WebCheck, WebSecrets } from '../../../../contract/kinds/web.ts';
import { PROBE } from '../../../../contract/platform-limits.ts';
import type { PlatformRow } from '../../../../contract/shapes/platform.ts';
import { type Kind, MISSING_URL, type Typed, urlIn } from './kind.ts';

const VALUES = {
  method: 'GET',
  statuses: '200-299',
  word: '',
  json: { path: '', value: '' },
  redirects: 0 as Typed,
  tls: 'trusted' as WebCheck['tls'],
  /** undefined: as it is, which is never read; null: none. */
  auth: null as WebSecrets['auth'],
  /** A line each: `Name: value`. */
  headers: '',
  dropHeaders: false,
};

export const web: Kind<typeof VALUES> = {
  has: 'It has a web address',
  hint: 'A site, an API, a health check: it answers as expected',
  name: 'Web address',
  address: { label: 'Address', example: 'https://shop.example/health', missing: MISSING_URL },
  values: VALUES,
  sent: ['method', 'statuses', 'word', 'json', 'redirects', 'tls'],
  place: (pasted) => ({ url: urlIn(pasted) }),
  payload: (values) => ({ secrets: { auth: values.auth, headers: headersIn(values) } }),
  stored: (row) => ({ auth: hasAuth(row) ? undefined : null }),
  more({ values: { auth, tls }, controls, row }) {
    const { text, number, check, select, secret, lines, set, row: sideBySide } = controls;
    const sent = row && headersOf(row);
    const way = auth ? ('token' in auth ? 'bearer' : 'basic') : auth === null ? 'none' : 'keep';
    return (
      <>
        {sideBySide(
          select('method', 'Method', ['GET', 'HEAD', 'POST']),
          text('statuses', 'Status'),
          number('redirects', 'Redirects', 0, PROBE.redirectsMax),
        )}
        {text('word', 'Word in the answer', 'Any answer')}
        {sideBySide(
          text('json.path', 'Value in JSON, at', 'db.state'),
          text('json.value', 'is', 'ok'),
        )}
        {check('tls', 'Accept any certificate', ANY_CERTIFICATE, {
          checked: tls === 'any',
          onChange: ({ target }: { target: HTMLInputElement }) =>
            set('tls', target.checked ? 'any' : 'trusted'),
        })}
        {select('auth', 'Signs in', AUTH.slice(row && hasAuth(row) ? 0 : 1), {
          value: way,
          onChange: ({ target }: { target: HTMLSelectElement }) =>
            set('auth', AUTH.find(({ value }) => value === target.value)?.auth),
        })}
        {way === 'basic'
          ? sideBySide(text('auth.username', 'User name'), secret('auth.password', 'Password'))
          : null}
        {way === 'bearer' ? secret('auth.token', 'Token') : null}
        {lines(
          'headers',
          'Headers',
          'X-Key: value',
          sent && `Sent now: ${sent}. What is written here replaces them.`,
        )}
        {sent ? check('dropHeaders', 'Send no headers any more') : null}
      </>
    );
  },
};

const ANY_CERTIFICATE = 'Also one that nobody vouches for, or of another name';

/** How it signs in, with what is typed then. */
const AUTH = [
  { label: 'As now', value: 'keep', auth: undefined },
  { label: 'Not at all', value: 'none', auth: null },
  { label: 'With user name and password', value: 'basic', auth: { username: '', password: '' } },
  { label: 'With a bearer token', value: 'bearer', auth: { token: '' } },
];

const hasAuth = ({ secrets }: PlatformRow) => secrets.some((one) => one.startsWith('auth'));

/** @returns the names of the headers that it is sent, with commas */
const headersOf = ({ secrets }: PlatformRow) =>
  secrets.flatMap((one) => one.match(/^header: (.*)/)?.[1] ?? []).join(', ');

/** @returns undefined: they stay as they are; null: they are taken away */
function headersIn({ headers, dropHeaders }: typeof VALUES): WebSecrets['headers'] {
  const pairs = [...headers.matchAll(/^\s*([^:\s]+)\s*:\s*(.*\S)\s*$/gm)];
  if (pairs.length === 0) return dropHeaders ? null : undefined;
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}
