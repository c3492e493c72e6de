import { extraRead, extraWriteJson } from './call.ts';
import { PlatformListSchema } from './shapes/platform.ts';
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
  addPlatform: change,
  changePlatform: change,
  pausePlatform: change,
  orderPlatforms: change,
  removePlatform: { ...change, confirm: true },
} as const;
