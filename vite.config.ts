import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { productPage } from './scripts/product-page.mjs';
import { readRelease, releasePage } from './scripts/release.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';

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
    productPage(),
    releasePage(release),
    serviceWorker(release),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    // The content security policy allows no `data:` scripts and no inlined assets but images.
    assetsInlineLimit: 0,
    // Every browser that has the popovers of the shell preloads modules by itself.
    modulePreload: { polyfill: false },
  },
});
