import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const VALUE_MAX = 120;

/**
 * @param before undefined: it is new
 * @returns what differs, such as `enabled: true → false, name: "Night"`
 */
export function describeChanges(before: object | undefined, after: object): string {
  const old: Fields = { ...before };
  const now: Fields = { ...after };
  return Object.keys({ ...now, ...old })
    .filter((name) => !isDeepStrictEqual(old[name], now[name]))
    .map((name) =>
      before === undefined
        ? `${name}: ${textOf(now[name])}`
        : `${name}: ${textOf(old[name])} → ${textOf(now[name])}`,
    )
    .join(', ');
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX)}…`;
}
