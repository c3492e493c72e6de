import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this server's own files lie: in the sources (`server/`) or in the build (`dist/server/`). */
export interface Place {
  /** Of the project: what relative paths in the configuration are relative to. */
  readonly root: string;
  /** The built console; need not exist. */
  readonly consoleDir: string;
  /** Name of the build that is served; `development` without one. */
  readonly build: string;
}

/** @param moduleUrl `import.meta.url` of a file that lies in `server/` or `dist/server/` */
export function placeOf(moduleUrl: string): Place {
  const here = dirname(fileURLToPath(moduleUrl));
  const root = [resolve(here, '..'), resolve(here, '../..')].find((directory) =>
    existsSync(join(directory, 'package.json')),
  );
  if (root === undefined) throw new Error(`no package.json above ${here}`);
  const dist = join(root, 'dist');
  return { root, consoleDir: join(dist, 'console'), build: readBuild(join(dist, 'build.json')) };
}

function readBuild(path: string): string {
  if (!existsSync(path)) return 'development';
  const { id }: { id?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  return typeof id === 'string' ? id : 'development';
}
