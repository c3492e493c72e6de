import type { Kind } from './kind.ts';

const ADDRESS = /^(?:[a-z]+:\/\/)?(?:\[([^\]]+)\]|([^:/\s]+)):(\d{1,5})\/?$/i;
const TLS = [
  { value: '', label: 'None' },
  { value: 'trusted', label: 'With a trusted certificate' },
  { value: 'any', label: 'With any certificate' },
];
/** portTls: the form of a web address has a `tls` of its own. */
const VALUES = { send: '', expect: '', portTls: '' };

export const tcp: Kind<typeof VALUES> = {
  has: 'It listens on a port',
  hint: 'A database, a mail server: it takes a connection, and says what you expect',
  name: 'TCP port',
  address: {
    label: 'Host and port',
    example: 'db.example:5432',
    missing: 'Enter host and port, such as db.example:5432',
  },
  values: VALUES,
  sent: ['send', 'expect'],
  place(pasted) {
    const [, inBrackets, host = inBrackets, port] = ADDRESS.exec(pasted) ?? [];
    return host ? { host, port: Number(port) } : {};
  },
  payload: ({ portTls: tls }) => (tls ? { tls } : {}),
  stored: ({ settings: { tls } }) => ({ portTls: typeof tls === 'string' ? tls : '' }),
  more: ({ controls: { row, select, text } }) => (
    <>
      {select('portTls', 'TLS from the start', TLS)}
      {row(
        text('send', 'Send', 'Nothing', { description: 'Such as PING\\r\\n, or bytes as \\x0a' }),
        text('expect', 'Expected answer', 'Any', { description: 'It contains, such as +PONG' }),
      )}
    </>
  ),
};
