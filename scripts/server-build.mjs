import { join } from 'node:path';

/** They load a compiled library of the platform from their own folder. */
const NATIVE = ['libsql', '@node-rs/argon2'];

/** Half the text is compiled in half the time; names stay, for the traces in the log. */
const SMALLER = {
  compress: { target: 'es2023', keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
};

/**
 * The server with its dependencies in a few files: a start reads those instead of a thousand. What its entries share,
 * and what is imported late, is a chunk.
 *
 * @param {string} root of the repository
 * @param {string} outDir
 * @param {'info' | 'warn'} logLevel
 * @returns {import('vite').InlineConfig}
 */
export function serverBuild(root, outDir, logLevel) {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel,
    ssr: { target: 'node', noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20.19',
      rolldownOptions: {
        input: {
          main: join(root, 'server/main.ts'),
          'inspect-thread': join(root, 'server/bundles/inspect-thread.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[hash].js',
          minify: SMALLER,
        },
      },
    },
  };
}
