import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** As the product is built, without what the product does of its own. Where it goes is said by who builds it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      integration: {
        configureCustomSWViteBuild(options) {
          options.logLevel = 'warn';
        },
      },
      injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*.{html,js,css}'] },
    }),
  ],
  build: { target: 'es2022', sourcemap: false, modulePreload: { polyfill: false } },
});
