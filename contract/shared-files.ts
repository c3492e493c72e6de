/**
 * A file that another app shares with this one: where the system posts it, how the service worker keeps it,
 * and what the page is told. Known to the service worker, the page and the server.
 */
export const SHARE_PATH = '/share';

/** Name of the form's part, as the web manifest has it. */
export const SHARED_PART = 'bundle';

/** Name of the cache in which a file waits until the page takes it. */
export const SHARED_CACHE = 'shared-files';

export const SHARED_MAX = {
  files: 3,
  bytes: 512 * 1024 * 1024,
  ageMs: 24 * 60 * 60 * 1000,
} as const;

/** Headers under which a kept file carries its name (encoded as in an address) and when it came (epoch ms). */
export const SHARED_NAME = 'shared-name';
export const SHARED_AT = 'shared-at';

/** Why a file was not taken. */
export const SHARE_TROUBLES = ['none', 'several', 'no-zip', 'too-large', 'not-kept'] as const;
export type ShareTrouble = (typeof SHARE_TROUBLES)[number];

/** @returns where a kept file is found in its cache */
export const sharedPath = (id: string) => `${SHARE_PATH}/${id}`;

/** @param shared id of a kept file, or why there is none */
export const sharedAddress = (shared: string) => `/dashboard?show=upload&shared=${shared}`;
