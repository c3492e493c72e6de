import * as z from 'zod/mini';
import {
  DISPLAY_CODE_TYPED_MAX,
  NOTIFICATIONS_LISTED_MAX,
  PUSH_KINDS,
  TEXT_MAX,
} from '../limits.ts';
import { DISPLAY_ORDERS } from '../shapes/display.ts';

/** What a screen says when it asks who it is. */
export const PairingPayloadSchema = z.strictObject({
  /** The build of the console that it runs. */
  build: z.string().check(z.maxLength(TEXT_MAX.build)),
});

/** Who approves a display types its code, in any case and with or without spaces and dashes. */
export const DisplayApprovalSchema = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(DISPLAY_CODE_TYPED_MAX)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX.displayName)),
});

export const DisplayOrderPayloadSchema = z.strictObject({ order: z.enum(DISPLAY_ORDERS) });

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
