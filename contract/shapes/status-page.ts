import * as z from 'zod/mini';

/** The public status page as admins have set it up. Replaced by live messages. */
export const StatusPageSchema = z.looseObject({
  /** Off: it is answered 404. */
  on: z.boolean(),
  title: z.string(),
  /** What is shown, in its order, under names for the public. */
  platforms: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  /** Where it is read: an address, or a path of this server. */
  address: z.string(),
});
export type StatusPage = z.infer<typeof StatusPageSchema>;
