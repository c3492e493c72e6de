import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/**
 * `npm run gallery`: every component of `src/ui` in every state, drawn from mock data without a server, for
 * who works on them. `PORT` says where.
 */
const root = resolve(import.meta.dirname, '..');

const server = await createServer({
  configFile: false,
  root: resolve(root, 'tests/gallery'),
  cacheDir: resolve(root, 'node_modules/.cache/gallery'),
  publicDir: resolve(root, 'public'),
  plugins: [react()],
  server: { port: Number(process.env.PORT) || 8067, host: '127.0.0.1', fs: { allow: [root] } },
});
await server.listen();
server.printUrls();
