import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';

const SERVED_AS = 'service-worker.js';
/** What the shell is made of: everything that a screen may need, and what the browser asks for beside it. */
const SHELL = [
  '**/*.{html,js,css,woff2,svg,webmanifest}',
  'icons/{any-192,badge-96,favicon-32}.png',
];
/** The page for when all else fails stays the server's, and so does the one for who has no console. */
const NOT_SHELL = ['repair.*', 'verify-report.*'];

/**
 * Builds `src/service-worker/` into `/service-worker.js`, with the list of the shell's files in it: each with
 * the digest of its bytes, so that nothing else is ever kept in a file's place.
 *
 * @param {{ build: string }} release
 */
export function serviceWorker({ build }) {
  let outDir = '';
  // Pages and the web manifest get their names later, here or at the server, and with them their digests.
  const checksOf = (/** @type {string} */ url) =>
    /\.(?:html|webmanifest)$/.test(url)
      ? { revision: `%SHA384:${url}%`, integrity: `sha384-%SHA384:${url}%` }
      : { integrity: digestOf(join(outDir, url)) };
  /** @type {import("workbox-build").ManifestTransform} */
  const addDigests = (entries) => ({
    manifest: entries.map((entry) => ({ ...entry, ...checksOf(entry.url) })),
    warnings: [],
  });
  return [
    {
      name: 'meridian-shell-place',
      /** @param {import('vite').ResolvedConfig} config */
      configResolved(config) {
        outDir = config.build.outDir;
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'main.ts',
      injectRegister: false,
      manifest: false,
      // Whatever else writes into the folder is done by then.
      integration: {
        closeBundleOrder: 'post',
        beforeBuildServiceWorker(options) {
          options.swDest = join(outDir, SERVED_AS);
          options.injectManifest.swDest = options.swDest;
        },
        configureCustomSWViteBuild(options) {
          options.logLevel = 'warn';
          options.define = { ...options.define, BUILD_ID: JSON.stringify(build) };
        },
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: SHELL,
        globIgnores: NOT_SHELL,
        manifestTransforms: [addDigests],
      },
    }),
  ];
}

/** @param {string} path */
function digestOf(path) {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
}
