import * as z from 'zod/mini';
import { PUBLIC_PLATFORMS_MAX, TEXT_MAX } from '../limits.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const STATUS_PAGE_PAYLOADS = {
  changeStatusPage: z.strictObject({
    on: z.boolean(),
    title: text(TEXT_MAX.statusTitle),
    platforms: z
      .array(
        z.strictObject({
          id: z.string().check(z.minLength(1), z.maxLength(64)),
          name: text(TEXT_MAX.platformName),
        }),
      )
      .check(z.maxLength(PUBLIC_PLATFORMS_MAX)),
  }),
} as const;
