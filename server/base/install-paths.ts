import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the program's files are, whether it runs from `server/` or from `dist/server/`. */
export interface InstallPaths {
  /** The project's directory; relative paths in the configuration start here. */
  readonly root: string;
  /** The built console; it may not exist. */
  readonly consoleDir: string;
  /** The console's pages with placeholders for the names of the installation. */
  readonly templatesDir: string;
  /** Name of the served build; `development` without one. */
  readonly build: string;
}

/** @param moduleUrl `import.meta.url` of a file in `server/` or `dist/server/` */
export function findInstallPaths(moduleUrl: string): InstallPaths {
  const here = dirname(fileURLToPath(moduleUrl));
  const root = [resolve(here, '..'), resolve(here, '../..')].find((directory) =>
    existsSync(join(directory, 'package.json')),
  );
  if (root === undefined) throw new Error(`no package.json above ${here}`);
  const dist = join(root, 'dist');
  return {
    root,
    consoleDir: join(dist, 'console'),
    templatesDir: join(dist, 'templates'),
    build: readBuild(join(dist, 'build.json')),
  };
}

function readBuild(path: string): string {
  if (!existsSync(path)) return 'development';
  const { id }: { id?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  return typeof id === 'string' ? id : 'development';
}
