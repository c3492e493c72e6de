import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BUILT_PAGES } from './contract/pages.ts';
import { chunkGroups } from './scripts/chunks.mjs';
import { classNames } from './scripts/class-names.mjs';
import { prerender } from './scripts/prerender.mjs';
import { productPage } from './scripts/product-page.mjs';
import { readRelease, releasePage } from './scripts/release.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';
import { singleIcons } from './scripts/single-icons.mjs';

/** Who is meant to see a page that is not behind the sign-in; empty: whoever asks. */
const AUDIENCES: Readonly<Record<string, string>> = { '/': 'visitor', '/login': '', '/signup': '' };

/** What each built page loads, by the route that draws it. */
const pages = Object.fromEntries(
  Object.entries(BUILT_PAGES).map(([path, file]) => [path, { file, ...partsOf(path) }]),
);

const release = readRelease(import.meta.dirname);

/** The console. The server has a build of its own (`scripts/build.mjs`). */
export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    singleIcons(),
    productPage(),
    releasePage(release),
    prerender(pages, release),
    serviceWorker(release),
  ],
  // The worker's build keeps them else, as a library's would: a twentieth of its bytes.
  worker: { format: 'es', rolldownOptions: { output: { comments: { annotation: false } } } },
  css: { modules: classNames() },
  // React has the hook itself: no stand-in for older ones is shipped.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    // The content security policy allows no `data:` scripts and no inlined assets but images.
    assetsInlineLimit: 0,
    // Every browser that has the popovers of the shell preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: chunkGroups(import.meta.dirname) } },
  },
});

/** @param path of a built page */
function partsOf(path: string) {
  const route = (file: string) => `src/routes/${file}.tsx?tsr-split=component`;
  const name = path === '/' ? 'index' : path.slice(1).replace('/', '.');
  const audience = AUDIENCES[path] ?? 'operator';
  if (audience !== 'operator') return { audience, entries: ['src/main.tsx', route(name)] };
  const shell = ['src/link/early-start.ts', 'src/main.tsx', route('_console')];
  return { audience, entries: [...shell, route(`_console/${name}`)] };
}
