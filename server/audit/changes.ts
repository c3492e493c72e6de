import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const VALUE_MAX = 120;
const QUERY = /(https?:\/\/[^\s"?#]*)\?[^\s"#]*/g;
/** Fields of which a number is a time, epoch milliseconds. */
const TIMES = /^(?:at|from|until|since|to|\w+At|\w+Until)$/;

/**
 * @param before undefined: it is new
 * @returns what differs in words, such as `enabled: yes → no, time zone: "UTC"`
 */
export function describeChanges(before: object | undefined, after: object): string {
  const old: Fields = { ...before };
  const now: Fields = { ...after };
  return Object.keys({ ...now, ...old })
    .filter((name) => !isDeepStrictEqual(old[name], now[name]))
    .map((name) =>
      before === undefined
        ? `${wordsOf(name)}: ${shortText(name, now[name])}`
        : `${wordsOf(name)}: ${shortText(name, old[name])} → ${shortText(name, now[name])}`,
    )
    .join(', ');
}

function shortText(name: string, value: unknown): string {
  // The query of an address may hold a token.
  const text = valueText(name, value).replace(QUERY, '$1?…');
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX)}…`;
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && TIMES.test(name) && Number.isFinite(new Date(value).getTime()))
    return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (Array.isArray(value)) return value.map((one) => valueText(name, one)).join(', ') || 'nothing';
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== undefined);
    return `(${parts.map(([key, part]) => `${wordsOf(key)} ${valueText(key, part)}`).join(', ')})`;
  }
  return JSON.stringify(value);
}

/** @returns 'time zone' for timeZone */
const wordsOf = (name: string) => name.replace(/[A-Z][a-z]/g, (start) => ` ${start.toLowerCase()}`);
