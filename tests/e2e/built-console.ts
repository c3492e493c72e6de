import { resolve } from 'node:path';
import { prepare } from '../../scripts/prepare.mjs';

/** `dist/` is the build of the sources as they are; in some milliseconds when it was so before. */
export const builtConsole = (): Promise<void> =>
  prepare(resolve(import.meta.dirname, '../..'), new AbortController().signal);
