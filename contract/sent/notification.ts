import * as z from 'zod/mini';
import { NOTIFICATIONS_LISTED_MAX, PUSH_KINDS } from '../limits.ts';

/** Marks these notifications as read; unknown ids are ignored. */
export const NotificationsReadSchema = z.strictObject({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(NOTIFICATIONS_LISTED_MAX)),
});

const EndpointSchema = z.url({ protocol: /^https$/ }).check(z.maxLength(2048));

/** The device's own choice is sent with every subscription, so that a renewed one keeps it. */
export const PushSubscriptionSchema = z.strictObject({
  endpoint: EndpointSchema,
  /** Base64url: 65 and 16 bytes. */
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  kinds: z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length)),
});

export const PushEndpointSchema = z.strictObject({ endpoint: EndpointSchema });
