import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readMeshConfig } from '../server/config/mesh-config.ts';
import { createPageTemplates, fillNames, isTemplate } from '../server/http/page-templates.ts';
import { LAUNCH_PICTURES } from './icon-list.mjs';

const MANIFEST = 'manifest.webmanifest';
/** The default names of everything: `MESH_CONFIG` is for who runs the server. */
const DEFAULTS = 'mesh.config.json';

/**
 * Puts the names into page and web manifest while they are developed. Links the launch pictures of tablets, which are
 * read from the page when it is put on the home screen.
 *
 * @returns {import('vite').Plugin}
 */
export function productPage() {
  return {
    name: 'meridian-product-page',
    configureServer({ config, middlewares }) {
      const path = join(config.publicDir, MANIFEST);
      middlewares.use(`/${MANIFEST}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json');
        response.end(fillNames(MANIFEST, readFileSync(path, 'utf8'), ownNames()));
      });
    },
    transformIndexHtml: (html, { server }) => ({
      html: server ? fillNames('index.html', html, ownNames()) : html,
      tags: LAUNCH_PICTURES.map(({ path: href, media }) => ({
        tag: 'link',
        attrs: { rel: 'apple-touch-startup-image', href, media },
        injectTo: 'head',
      })),
    }),
  };
}

const ownNames = () => readMeshConfig(resolve(process.env.MESH_CONFIG || DEFAULTS));

/**
 * Moves the files with placeholders into `templates/` beside the console's folder, for our own server, and fills the
 * default names in where they were, so that the folder is a whole console on any static server.
 *
 * @returns {import('vite').Plugin}
 */
export function defaultNames() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'meridian-default-names',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // After the service worker, which lists the pages.
      order: 'post',
      sequential: true,
      handler() {
        const console_ = resolve(config.root, config.build.outDir);
        const folder = join(console_, '../templates');
        const files = readdirSync(console_).filter(isTemplate);
        mkdirSync(folder, { recursive: true });
        for (const file of files) renameSync(join(console_, file), join(folder, file));
        const templates = createPageTemplates(folder, readMeshConfig(join(config.root, DEFAULTS)));
        for (const file of files) {
          const filled = templates.read(file);
          if (!filled) throw new Error(`${file} cannot be filled`);
          writeFileSync(join(console_, file), filled.text);
        }
      },
    },
  };
}
