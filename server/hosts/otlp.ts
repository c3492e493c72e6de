import * as z from 'zod/mini';
import { httpError } from '../base/http-error.ts';

/** Metrics by OTLP over HTTP in JSON: `ExportMetricsServiceRequest` (opentelemetry-proto, docs/specification.md). */

/** Numbers may be texts: whole ones of 64 bits are, and NaN. */
const NumberSchema = z.nullish(z.union([z.string().check(z.maxLength(32)), z.number()]));
const AttributeSchema = z.object({
  key: z.string(),
  value: z.nullish(z.object({ stringValue: z.nullish(z.string()) })),
});
const PointSchema = z.object({
  attributes: z.nullish(z.array(AttributeSchema)),
  startTimeUnixNano: NumberSchema,
  timeUnixNano: NumberSchema,
  asDouble: NumberSchema,
  asInt: NumberSchema,
});
/** gauge, sum and others. Points are parsed one by one: one that is broken takes no other with it. */
const DataSchema = z.object({
  dataPoints: z.array(z.unknown()),
  aggregationTemporality: z.optional(z.unknown()),
});
const listOf = <Shape extends z.ZodMiniType>(shape: Shape) => z.nullish(z.array(shape));
const ScopeSchema = z.object({ metrics: listOf(z.looseObject({ name: z.string() })) });
const RequestSchema = z.object({
  resourceMetrics: listOf(z.object({ scopeMetrics: listOf(ScopeSchema) })),
});

const DELTA = 1;
const NS_PER_MS = 1e6;

export type Attributes = ReadonlyMap<string, string>;
export interface Point {
  readonly metric: string;
  /** Epoch milliseconds, by the clock of the host; 0: it does not say. */
  readonly at: number;
  /** When its counter began. */
  readonly start: number;
  readonly value: number;
  readonly attributes: Attributes;
}

/** How many data points were not taken, by the reason. */
export type Rejected = Map<string, number>;
export const reject = (rejected: Rejected, reason: string): void =>
  void rejected.set(reason, (rejected.get(reason) ?? 0) + 1);

/**
 * @param isWanted by the name of a metric
 * @param rejected counts what is no point of such a metric
 * @throws HttpError 400 for a body that is no such request
 */
export function pointsIn(
  text: string,
  isWanted: (metric: string) => boolean,
  rejected: Rejected,
): Point[] {
  const { resourceMetrics } = requestIn(text);
  const scopes = resourceMetrics?.flatMap(({ scopeMetrics }) => scopeMetrics ?? []) ?? [];
  return scopes
    .flatMap(({ metrics }) => metrics ?? [])
    .flatMap(({ name, ...kinds }) => {
      const reason = isWanted(name) ? undefined : 'of metrics that are not used here';
      const data = Object.values(kinds).flatMap((kind) => z.safeParse(DataSchema, kind).data ?? []);
      return data.flatMap(({ dataPoints, aggregationTemporality: of }) =>
        dataPoints.flatMap((given) => {
          const isDelta = of === DELTA && 'of delta temporality: send cumulative sums';
          const point = reason || isDelta || pointOf(name, given);
          if (typeof point !== 'string') return point;
          reject(rejected, point);
          return [];
        }),
      );
    });
}

function requestIn(text: string): z.infer<typeof RequestSchema> {
  try {
    return z.parse(RequestSchema, JSON.parse(text));
  } catch {
    throw httpError(400, 'The body is no ExportMetricsServiceRequest of OTLP in JSON.');
  }
}

/** @returns why it is none, if it is none */
function pointOf(metric: string, given: unknown): Point | string {
  const parsed = z.safeParse(PointSchema, given).data;
  const value = Number(parsed?.asDouble ?? parsed?.asInt ?? Number.NaN);
  if (parsed === undefined || !Number.isFinite(value)) return 'without a finite number';
  const attributes = (parsed.attributes ?? []).map(
    ({ key, value }) => [key, value?.stringValue ?? ''] as const,
  );
  const [at, start] = [msOf(parsed.timeUnixNano), msOf(parsed.startTimeUnixNano)];
  return { metric, at, start, value, attributes: new Map(attributes) };
}

function msOf(ns: z.infer<typeof NumberSchema>): number {
  const ms = Math.floor(Number(ns ?? 0) / NS_PER_MS);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
}

/** @returns `ExportMetricsServiceResponse`, which has a part of it only where not all was taken */
export function metricsAnswer(rejected: Rejected) {
  const count = [...rejected.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return {};
  const reasons = [...rejected].map(([reason, of]) => `${of} ${reason}`).join('; ');
  const errorMessage = `${count} data points were not taken: ${reasons}.`;
  return { partialSuccess: { rejectedDataPoints: String(count), errorMessage } };
}
