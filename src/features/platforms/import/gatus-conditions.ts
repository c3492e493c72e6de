import { type Fields, plainPath, type Reached, textOf } from './candidate.ts';

export interface Conditions {
  /** As a platform has them. */
  readonly statuses: string;
  readonly json: { readonly path: string; readonly value: string } | null;
  readonly body: { readonly text: string; readonly isPart: boolean } | undefined;
  /** It is up while nothing answers. */
  readonly isInverse: boolean;
  /** What is not looked at here, as sentences. */
  readonly others: readonly string[];
}

/** That there is an answer at all. */
const IMPLIED = /^\[CONNECTED\] == true$|^\[DNS_RCODE\] == NOERROR$/;
const INVERSE = /^\[CONNECTED\] (?:== false|!= true)$|^\[DNS_RCODE\] (?:== (?!NOERROR)|!= NOERROR)/;
/** A pattern of statuses is none that is known. */
const CONDITION = /^\[(STATUS(?=[^*]+$)|BODY)\]((?:[.[][^\s]+)?) (==|!=|<=|>=|<|>) (.+)$/;

export function readConditions(given: unknown): Conditions {
  const all = [given ?? []].flat().map((one) => readCondition(textOf(one)));
  const body = all.find((one) => one.body);
  const json = all.find((one) => one.json);
  const others = all.filter((one) => !one.passes && one !== body && one !== json);
  return {
    statuses: rangesOf(all.flatMap(({ passes }) => passes ?? [])),
    body: body?.body,
    json: json?.json ?? null,
    isInverse: all.some(({ condition }) => INVERSE.test(condition)),
    others: others.map(({ condition }) => `Not looked at: ${condition}`),
  };
}

/** Says how an endpoint is probed here. */
export type GatusReader = (endpoint: Fields, url: string, conditions: Conditions) => Reached;

/** Words of YAML 1.1, which Gatus takes where it wants a truth value. */
export const isYes = (value: unknown) => /^(?:true|yes|on|y)$/i.test(String(value));
export const isNo = (value: unknown) => /^(?:false|no|off|n)$/i.test(String(value));

export const VARIABLE = 'has a variable: write its value into the file.';

/** Of the environment, which only Gatus knows. */
export const hasVariable = (text: string): boolean => /\$\{?\w/.test(text);

interface Condition extends Partial<Pick<Conditions, 'body' | 'json'>> {
  readonly condition: string;
  readonly passes?: StatusTest;
}

function readCondition(condition: string): Condition {
  const [, subject, way = '', operator = '', value = ''] = CONDITION.exec(condition) ?? [];
  if (IMPLIED.test(condition)) return { condition, passes: () => true };
  if (subject === 'STATUS') return { condition, passes: statusTest(operator, value) };
  const part = /^pat\(\*([^*]+)\*\)$/.exec(value)?.[1];
  const isText = !/^(?:pat|any)\(/.test(value);
  const path = plainPath(way.replace(/^\./, ''));
  if (operator !== '==' || hasVariable(value)) return { condition };
  if (way === '' && (isText || part))
    return { condition, body: { text: part ?? value, isPart: part !== undefined } };
  return path && isText ? { condition, json: { path, value } } : { condition };
}

type StatusTest = (status: number) => boolean;

const COMPARE: Readonly<Record<string, (status: number, values: readonly number[]) => boolean>> = {
  '==': (status, values) => values.includes(status),
  '!=': (status, values) => !values.includes(status),
  '<': (status, [value = 0]) => status < value,
  '<=': (status, [value = 0]) => status <= value,
  '>': (status, [value = 0]) => status > value,
  '>=': (status, [value = 0]) => status >= value,
};

function statusTest(operator: string, value: string): StatusTest {
  const values = value.replace(/^any\(|\)$/g, '').split(',');
  return (status) => COMPARE[operator]?.(status, values.map(Number)) ?? false;
}

/** @returns the statuses that pass all tests, such as `200-299, 401` */
function rangesOf(tests: readonly StatusTest[]): string {
  const ranges: [number, number][] = [];
  for (let status = 100; status < 1000; status++) {
    const last = ranges.at(-1);
    if (!tests.every((passes) => passes(status))) continue;
    if (last?.[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ');
}
