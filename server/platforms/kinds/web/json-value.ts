/** Text in quotes, or a number. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** No text has it by chance. */
const MARK = '\u0001';
const MARKED = /"\\u0001(.*?)"/g;

/**
 * @param path names and positions with dots between; as JSONPath has them too: `$.all[0].state`
 * @returns the value as a text, numbers as they are written where they have more digits than a JavaScript number; undefined: there
 *   is none; null: the text is no JSON
 */
export function jsonValueAt(text: string, path: string): string | undefined | null {
  let value = parse(text);
  if (value === undefined) return null;
  for (const name of namesIn(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return textOf(value);
}

const namesIn = (path: string): string[] =>
  path
    .replace(/^\$(?=[.[])/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '')
    .split('.');

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(TOKENS, (token) => (isRounded(token) ? marked(token) : token)));
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value).replace(MARKED, '$1');
  const plain = String(value);
  return plain.startsWith(MARK) ? plain.slice(MARK.length) : plain;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * @returns whether a value is the expected one, which may be written in another way: 1.10 is 1.1, and lists and objects may have
 *   blanks
 */
export const isSameValue = (value: string, expected: string): boolean =>
  value === expected ||
  (NUMBER.test(expected) && !isRounded(expected) && value === String(Number(expected))) ||
  (/^\s*[[{]/.test(expected) && value === textOf(parse(expected)));

const isRounded = (token: string): boolean =>
  /^-?[\d.]{16}/.test(token) && String(Number(token)) !== token;

const marked = (token: string): string => JSON.stringify(`${MARK}${token}`);
