import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bodyText } from '../../../base/body-text.ts';

/** @returns a record as `dig +short` prints it, without quotes or a dot at the end */
export function recordText(record: unknown): string {
  // A text comes in strings of at most 255 bytes (RFC 1035, section 3.3.14), which mean nothing.
  if (Array.isArray(record)) return textOfBytes(record.join(''));
  if (typeof record !== 'object' || record === null) return String(record);
  const { priority, weight, port, exchange, name, critical, type: _, ...tags } = record as Fields;
  if (critical !== undefined) return [critical, ...Object.entries(tags).flat()].join(' ');
  const numbers = [priority, weight, port].filter((number) => number !== undefined);
  return [...numbers, exchange || name || '.'].join(' ');
}

/** Of MX, SRV and CAA records, as `node:dns` has them; of the last its tag with its value. */
type Fields = Readonly<Record<string, string | number | undefined>>;

/** @returns whether a record is the expected one, however that is written: as in a zone's file, or as dig prints it */
export function isSameRecord(type: string, record: string, expected: string): boolean {
  const own = plain(type, record);
  const wanted = plain(type, withoutOwner(type, expected));
  // Without preference, port or tag any will do.
  return own === wanted || (type !== 'TXT' && own.endsWith(` ${wanted}`));
}

/** @returns what stands behind name, time to live, class and type in a whole line */
function withoutOwner(type: string, text: string): string {
  const [, named, data = text] =
    /^\S+\s+(?:(?:\d+[smhdw]?|IN)\s+)+([a-z]+)\s+(\S.*)$/i.exec(text) ?? [];
  return named?.toUpperCase() === type ? data : text;
}

function plain(type: string, given: string): string {
  const text = given.trim().toLowerCase();
  if (type === 'TXT') return joined(given.trim()).toLowerCase();
  if (type === 'A') return text;
  if (type === 'AAAA') {
    const address = text.replace(/^\[(.*)\]$/, '$1');
    // An address with a zone is of this machine alone: no record has one.
    return isIPv6(address) && !address.includes('%')
      ? new URL(`http://[${address}]`).hostname
      : text;
  }
  const [, numbers = '', rest = ''] = /^((?:\d+\s+)*)(.*)$/.exec(text) ?? [];
  const last = type === 'CAA' ? property(rest) : host(rest);
  return [...(numbers.match(/\d+/g) ?? []).map(Number), last].join(' ');
}

function host(text: string): string {
  const name = text.replace(/\.$/, '');
  return domainToASCII(name) || name;
}

/** Tag and value, or the value alone (RFC 8659, section 4.1.1): blanks mean nothing around its signs. */
function property(text: string): string {
  const [, tag = '', value = text] = /^([a-z\d]+\s+)(\S.*)$/.exec(text) ?? [];
  const plainValue = joined(value).replace(/\s*([;=])\s*/g, '$1');
  return `${tag.trim()} ${plainValue.replace(/;$/, '')}`.trim();
}

/** Strings in quotes, one or several, also in the brackets of a zone's file (RFC 1035, section 5.1). */
const QUOTED = /^\(?\s*(?:"(?:[^"\\]|\\.)*"\s*)+\)?$/;

function joined(text: string): string {
  if (!QUOTED.test(text)) return text;
  const inner = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one).join('');
  return textOfBytes(inner.replace(/\\(\d{3}|.)/g, (_, one) => characterOf(one)));
}

/** @param text a character for each byte; one of others is a text already */
const textOfBytes = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return bytes.toString('latin1') === text ? bodyText(bytes) : text;
};

const characterOf = (escaped: string) =>
  escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped;
