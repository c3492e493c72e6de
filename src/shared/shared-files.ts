import { SHARE_PATH } from '../../contract/paths.ts';

/** A file that another app shares with the console: how the service worker stores it and what the page receives. */

/** Name of the form part, as in the web manifest. */
export const SHARED_PART = 'bundle';

/** Name of the cache in which a file waits for the page. */
export const SHARED_CACHE = 'shared-files';

export const SHARED_MAX = {
  files: 3,
  bytes: 512 * 1024 * 1024,
  ageMs: 24 * 60 * 60 * 1000,
} as const;

/** Headers of a stored file: its name (encoded as in a URL) and its arrival time (epoch ms). */
export const SHARED_NAME = 'shared-name';
export const SHARED_AT = 'shared-at';

/** Why a shared file was not accepted. */
export const SHARE_TROUBLES = ['none', 'several', 'no-zip', 'too-large', 'not-kept'] as const;
export type ShareTrouble = (typeof SHARE_TROUBLES)[number];

/** @returns the URL of a stored file in its cache */
export const sharedPath = (id: string) => `${SHARE_PATH}/${id}`;
