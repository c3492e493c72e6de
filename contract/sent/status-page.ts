import * as z from 'zod/mini';
import { TEXT_MAX } from '../limits.ts';
import { STATUS_PAGE_MAX } from '../status-page-limits.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const STATUS_PAGE_PAYLOADS = {
  changeStatusPage: z.strictObject({
    on: z.boolean(),
    title: text(STATUS_PAGE_MAX.title),
    platforms: z
      .array(
        z.strictObject({
          id: z.string().check(z.minLength(1), z.maxLength(64)),
          name: text(TEXT_MAX.platformName),
        }),
      )
      .check(z.maxLength(STATUS_PAGE_MAX.platforms)),
  }),
} as const;
