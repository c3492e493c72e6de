import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

/**
 * `npm run orphans`: lists the bundles of the store that the database did not know. They
 * are never deleted by the server.
 */
register();
const { readConfig } = await load('config/config.ts');
const { openBundleStore } = await load('bundles/store/open-bundle-store.ts');
try {
  if (process.argv.length > 2) throw new Error('Usage: npm run orphans');
  const config = readConfig(process.env, process.cwd());
  const { bundleStore: place } = config;
  let count = 0;
  let bytes = 0;
  // Opening a directory would make it.
  if (place.kind === 's3' || existsSync(place.directory)) {
    const store = await openBundleStore(config);
    for await (const { id, size, modifiedAt } of store.listSetAside()) {
      const modified = new Date(modifiedAt).toISOString();
      console.log(`${modified}  ${String(size).padStart(12)}  ${id}.zip`);
      count += 1;
      bytes += size;
    }
    store.close();
  }
  const where =
    place.kind === 's3'
      ? `s3://${place.bucket}/${place.prefix}orphaned/`
      : join(place.directory, 'orphaned');
  console.log(`${count} files, ${bytes} bytes in ${where}`);
  if (count > 0)
    console.log(
      'Upload a file again to have it back in the list; delete the ones you do not need.',
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
