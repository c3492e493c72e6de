import { isShare } from '../../contract/host-text.ts';
import { DAY_MS, HOUR_MS, INVISIBLE_CHARACTERS, MINUTE_MS } from '../../contract/limits.ts';
import type { HostMeasure } from '../../contract/shapes/host.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import { shorten } from '../base/shorten.ts';
import { type Attributes, type Point, type Rejected, reject } from './otlp.ts';

interface Series {
  readonly measure: HostMeasure;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Sample extends Series {
  readonly value: number;
}

/** What is said of one series at one time, added up of so many points. Counters began at `start`. */
interface Sum extends Series, Record<'used' | 'rest' | 'count', number> {
  readonly start: number;
}

/** What counters said last, by series: rates follow from it and what they say next. */
export type Counters = Readonly<Record<string, Sum>>;

/** Mounts, sensors, and interfaces with their directions: so many of each. */
const NAMES_MAX = 32;
const TOO_MANY = `beyond ${NAMES_MAX} names of one measure`;
const COUNTERS_MAX = 4 * NAMES_MAX;
/** A clock that is further ahead than this is wrong. */
const AHEAD_MAX_MS = 2 * MINUTE_MS;
/** Of a longer time no rate says anything. */
const RATE_MAX_MS = HOUR_MS;
const BYTES_PER_KB = 1000;
const HEAT = { min: -273.15, max: 10_000 };

/** By OpenTelemetry's semantic conventions, which have called attributes by several names. */
const MEASURES = new Map<string, HostMeasure>([
  ['system.cpu.time', 'cpu'],
  ['system.memory.usage', 'memory'],
  ['system.filesystem.usage', 'filesystem'],
  ['system.paging.usage', 'paging'],
  ['system.network.io', 'network'],
  ['hw.temperature', 'temperature'],
  ['system.uptime', 'uptime'],
]);
const OLD_AND_NEW = ['cpu', 'memory', 'filesystem', 'paging'].map((of) => `system.${of}.state`);
const STATES = ['cpu.mode', ...OLD_AND_NEW, 'state'];

export const isTaken = (metric: string): boolean => MEASURES.has(metric);

const first = (of: Attributes, ...names: readonly string[]) =>
  names.map((name) => of.get(name)).find(Boolean);

/** @returns undefined: it is left out, as what can only be read and so is always as full as it is */
function nameOf(measure: HostMeasure, of: Attributes): string | undefined {
  if (measure === 'filesystem')
    return first(of, 'system.filesystem.mode', 'mode') === 'ro'
      ? undefined
      : first(of, 'system.filesystem.mountpoint', 'mountpoint');
  if (measure === 'network') {
    const name = first(of, 'network.interface.name', 'system.device', 'device') ?? '';
    const direction = first(of, 'network.io.direction', 'direction');
    return /^(?:|lo\d*|veth.*)$/.test(name) ? undefined : `${name} ${direction}`;
  }
  if (measure !== 'temperature') return '';
  const place = first(of, 'hw.temperature.sensor_location', 'hw.sensor_location');
  return [first(of, 'hw.name', 'hw.id'), place].filter(Boolean).join(' ');
}

/** @returns what a value counts for; undefined: nothing, as it is part of others or nobody's */
function partOf(measure: HostMeasure, of: Attributes): 'used' | 'rest' | undefined {
  if (!isShare(measure)) return 'used';
  const state = first(of, ...STATES) ?? '';
  if (/^(?:slab|reserved)/.test(state)) return undefined;
  const isUsed = measure === 'cpu' ? !['idle', 'iowait'].includes(state) : state === 'used';
  return isUsed ? 'used' : 'rest';
}

interface Known {
  readonly counters: Counters;
  readonly series: readonly Readonly<Record<'measure' | 'name', string>>[];
  /** Epoch milliseconds. Times of a clock that is ahead are moved back, so that the newest is now. */
  readonly now: number;
  /** Counts what cannot be taken. */
  readonly rejected: Rejected;
}

/**
 * @returns the values that follow, oldest first, and what counters say now. One that begins, or begins again, has no value until
 *   the next time
 */
export function samplesOf(points: readonly Point[], known: Known) {
  const counters = { ...known.counters };
  const samples = sumsOf(points, known).flatMap((sum): Sample[] => {
    const { measure, name, at } = sum;
    const isCounter = measure === 'cpu' || measure === 'network';
    const value = isCounter ? rateOf(counters, sum) : gaugeOf(sum);
    return value === undefined ? [] : [{ measure, name, at, value }];
  });
  const newest = Object.entries(counters).sort(([, a], [, b]) => b.at - a.at);
  return { samples, counters: Object.fromEntries(newest.slice(0, COUNTERS_MAX)) };
}

const keyOf = ({ measure, name }: Known['series'][number]) => `${measure} ${name}`;

/** @returns oldest first */
function sumsOf(points: readonly Point[], { series, now, rejected }: Known): Sum[] {
  const newest = points.reduce((last, { at }) => Math.max(last, at), 0);
  const ahead = newest > now + AHEAD_MAX_MS ? newest - now : 0;
  const names = new Set(series.map(keyOf));
  const sums = new Map<string, Sum>();
  for (const { metric, attributes, start, value, at: said } of points) {
    const measure = MEASURES.get(metric);
    const name = measure && nameOf(measure, attributes);
    const part = measure && partOf(measure, attributes);
    if (!measure || name === undefined || !part) continue;
    const at = Math.min((said || now + ahead) - ahead, now);
    const one = { measure, name: lineOf(name), at, start };
    const reason = reasonAgainst(one, value, now) ?? roomFor(one, names);
    if (reason === undefined) add(sums, one, part, value);
    else reject(rejected, reason);
  }
  return [...sums.values()].sort((a, b) => a.at - b.at);
}

/** @returns why there is none; a name that there is room for has it from then on */
function roomFor(one: Series, names: Set<string>): string | undefined {
  if (names.has(keyOf(one))) return undefined;
  const of = [...names].filter((name) => name.startsWith(`${one.measure} `));
  return of.length >= NAMES_MAX ? TOO_MANY : void names.add(keyOf(one));
}

function reasonAgainst({ measure, at }: Series, value: number, now: number): string | undefined {
  if (at < now - DAY_MS) return 'older than a day';
  const { min, max } = measure === 'temperature' ? HEAT : { min: 0, max: Number.MAX_VALUE };
  return value < min || value > max ? 'with a value that cannot be' : undefined;
}

/** In one line, without what cannot be seen. */
function lineOf(name: string): string {
  const isSeen = (char: string) => !INVISIBLE_CHARACTERS.test(char);
  const seen = [...name].map((char) => (isSeen(char) ? char : '\uFFFD'));
  return shorten(seen.join(''), TEXT_MAX.search);
}

function add(
  sums: Map<string, Sum>,
  of: Omit<Sum, 'used' | 'rest' | 'count'>,
  part: 'used' | 'rest',
  value: number,
): void {
  const key = `${of.at} ${keyOf(of)}`;
  const sum = sums.get(key) ?? { ...of, used: 0, rest: 0, count: 0 };
  // A sensor that is named twice has its last value.
  sum[part] = value + (of.measure === 'temperature' ? 0 : sum[part]);
  sum.count += 1;
  sums.set(key, sum);
}

/** A share of which not all is known is none. */
function gaugeOf({ measure, used, rest, count }: Sum): number | undefined {
  if (!isShare(measure)) return used;
  return count > 1 && used + rest > 0 ? (100 * used) / (used + rest) : undefined;
}

/** @returns the share or the rate since the last time; undefined: nothing follows */
function rateOf(counters: Record<string, Sum>, sum: Sum): number | undefined {
  const key = keyOf(sum);
  const last = counters[key];
  counters[key] = sum;
  // One that was set back, or is the sum of others than before.
  if (last?.start !== sum.start || last.count !== sum.count) return undefined;
  const [ms, used, rest] = [sum.at - last.at, sum.used - last.used, sum.rest - last.rest];
  if (ms <= 0 || ms > RATE_MAX_MS || used < 0 || rest < 0) return undefined;
  if (sum.measure === 'network') return used / BYTES_PER_KB / (ms / 1000);
  return used + rest > 0 ? (100 * used) / (used + rest) : undefined;
}
