import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

/**
 * `npm run orphans`: lists the bundle files of `DATA_DIR` that the database did not know at a start. They
 * are never deleted by the server.
 */
register();
const { readConfig } = await import(new URL('../server/config.ts', import.meta.url).href);
try {
  const { dataDir } = readConfig(process.env, process.cwd());
  const directory = join(dataDir, 'bundles', 'orphaned');
  const files = await listFiles(directory);
  for (const { name, size, modified } of files)
    console.log(`${modified.toISOString()}  ${String(size).padStart(12)}  ${name}`);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  console.log(`${files.length} files, ${bytes} bytes in ${directory}`);
  if (files.length > 0)
    console.log(
      'Upload a file again to have it back in the list; delete the ones you do not need.',
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} directory need not exist */
async function listFiles(directory) {
  const names = await readdir(directory).catch(() => []);
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(directory, name));
      return { name, size, modified: mtime };
    }),
  );
}
