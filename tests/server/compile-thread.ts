import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const ENTRY = 'server/bundles/inspection/inspect-thread.ts';

/** Of the vitest projects that start servers: compiles the inspection thread, so that none of them does. @returns what ends it */
export default async function setUp(): Promise<() => Promise<void>> {
  // Below the repository, so that it finds its packages.
  const parent = resolve('artefacts/tests');
  mkdirSync(parent, { recursive: true });
  const outDir = await mkdtemp(join(parent, 'inspect-thread-'));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: ENTRY, outDir, target: 'node20.19', minify: false },
  });
  process.env.INSPECT_THREAD = pathToFileURL(join(outDir, 'inspect-thread.js')).href;
  return () => rm(outDir, { recursive: true });
}
