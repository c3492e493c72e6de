import { extraRead, extraWrite, extraWriteJson } from './call.ts';
import {
  PlatformAnswerSchema,
  PlatformListSchema,
  PlatformTestAnswerSchema,
} from './shapes/platform.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

const change = {
  ...extraWriteJson,
  access: 'admin',
  answer: CommandAnswerSchema,
  refreshes: ['platforms', 'connections', 'stats'],
} as const;

/** The calls that say which platforms there are. */
export const PLATFORM_CALLS = {
  platforms: { ...extraRead, access: 'admin', answer: PlatformListSchema },
  addPlatform: { ...change, answer: PlatformAnswerSchema },
  changePlatform: { ...change, answer: PlatformAnswerSchema },
  pausePlatform: change,
  orderPlatforms: change,
  removePlatform: { ...change, confirm: true },
  /** Probes what is not added yet, once. */
  testPlatform: { ...extraWriteJson, access: 'admin', answer: PlatformTestAnswerSchema },
  /** A platform reports itself: whoever knows its secret address. */
  report: { ...extraWrite, access: 'public', answer: CommandAnswerSchema },
} as const;
