import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CONSOLE_PAGE } from './contract/pages.ts';
import { chunkGroups, compileHints } from './scripts/chunks.mjs';
import { prerender } from './scripts/prerender.mjs';
import { defaultNames, productPage } from './scripts/product-page.mjs';
import { readRelease, releasePage } from './scripts/release.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';

const route = (file: string) => `src/routes/${file}.tsx?tsr-split=component`;

/** Where the product's picture stands beside the text, and is the largest that is seen at first. */
const PICTURE_FROM = { landing: '(min-width: 48em)', auth: '(min-width: 62em)' };

/** The prerendered pages: who is meant to see each, and the modules that it loads. */
const pages = {
  'page-landing.html': {
    audience: 'visitor',
    picture: PICTURE_FROM.landing,
    entries: ['src/main.tsx', route('index')],
  },
  'page-login.html': {
    audience: '',
    picture: PICTURE_FROM.auth,
    entries: ['src/main.tsx', route('login')],
  },
  'page-signup.html': {
    audience: '',
    picture: PICTURE_FROM.auth,
    entries: ['src/main.tsx', route('signup')],
  },
  [CONSOLE_PAGE]: {
    audience: 'operator',
    picture: '',
    entries: [
      'src/console/session.ts',
      'src/main.tsx',
      route('_console'),
      route('_console/dashboard'),
    ],
  },
};

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
    compileHints(),
    productPage(),
    releasePage(release),
    prerender(pages, release),
    serviceWorker(release),
    defaultNames(),
  ],
  // The worker's build keeps them else, as a library's would: a twentieth of its bytes.
  worker: { format: 'es', rolldownOptions: { output: { comments: { annotation: false } } } },
  // What older browsers lack is not shipped: React has the hook itself, and all have ES2015.
  resolve: {
    alias: {
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
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
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } } },
  },
});
