import * as z from 'zod/mini';
import { DISPLAY_CODE_TYPED_MAX, TEXT_MAX } from '../limits.ts';
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
