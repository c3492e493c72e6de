import * as z from 'zod/mini';

/** In percent that are in use; in kilobytes a second, degrees Celsius, and seconds. */
export const HOST_SHARES = ['cpu', 'memory', 'filesystem', 'paging'] as const;
export const HOST_MEASURES = [...HOST_SHARES, 'network', 'temperature', 'uptime'] as const;
export type HostMeasure = (typeof HOST_MEASURES)[number];

const HostSeriesSchema = z.looseObject({
  id: z.number(),
  /** One of `HOST_MEASURES`; a newer server may have more. */
  measure: z.string(),
  /** Of what: a mount point, an interface with its direction, a sensor; '' where a host has but one. */
  name: z.string(),
  /** The last one, and when it was measured, epoch milliseconds. */
  value: z.number(),
  at: z.number(),
});
export type HostSeries = z.infer<typeof HostSeriesSchema>;

const HostLimitSchema = z.looseObject({
  measure: z.string(),
  /** '': of all of this measure that have no limit of their own. */
  name: z.string(),
  /** An incident is opened when it was more than this for so long, and ends when it is not. */
  over: z.number(),
  forSec: z.number(),
});
export type HostLimit = z.infer<typeof HostLimitSchema>;

/** The host of a platform, or of this node. */
export const HostSchema = z.looseObject({
  /** Its metrics have an address of their own. */
  hasAddress: z.boolean(),
  series: z.array(HostSeriesSchema),
  limits: z.array(HostLimitSchema),
});
export type Host = z.infer<typeof HostSchema>;
