import * as z from 'zod/mini';

/** The public status page as admins have set it up. Replaced by live messages. */
export const StatusPageSchema = z.looseObject({
  /** Off: it is answered 404. */
  on: z.boolean(),
  title: z.string(),
  /** What is shown, in its order, under names for the public. */
  platforms: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  /** IANA name, of its times. An earlier server has UTC alone. */
  timeZone: z.optional(z.string()),
  /** Divided by group, under the groups' names. An earlier server cannot. */
  byGroup: z.optional(z.boolean()),
  /** Where it is read: an address, or a path of this server. */
  address: z.string(),
});
export type StatusPage = z.infer<typeof StatusPageSchema>;
