import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LAUNCH_PICTURES } from './icon-list.mjs';

const MANIFEST = 'manifest.webmanifest';

/**
 * The two names of `mesh.config.json` that the page itself shows. The server checks the whole file; here a
 * missing name is an empty one, so that its complaint is the one that is read.
 *
 * @returns {{ product: string, parentSite: string }}
 * @throws when the file is missing or is no JSON, naming the variable that says where it is
 */
export function readNames() {
  const path = resolve(process.env.MESH_CONFIG || 'mesh.config.json');
  try {
    const mesh = JSON.parse(readFileSync(path, 'utf8'));
    return { product: String(mesh.product ?? ''), parentSite: String(mesh.parentSite ?? '') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`MESH_CONFIG: ${path} cannot be read as JSON (${reason})`, { cause: error });
  }
}

/**
 * Puts the names into `index.html` (`%PRODUCT%`, `%PARENT_SITE%`) and the web manifest, so that neither is
 * spelled in the code and the page knows them before its first request. Links the launch pictures of tablets,
 * which are read from the page when it is put on the home screen.
 *
 * @returns {import('vite').Plugin}
 */
export function productPage() {
  const names = readNames();
  let built = '';
  return {
    name: 'meridian-product-page',
    configResolved({ root, build }) {
      built = resolve(root, build.outDir, MANIFEST);
    },
    configureServer({ config, middlewares }) {
      middlewares.use(`/${MANIFEST}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json');
        response.end(manifestOf(join(config.publicDir, MANIFEST), names.product));
      });
    },
    // Vite has copied the public folder by then.
    writeBundle() {
      writeFileSync(built, manifestOf(built, names.product));
    },
    transformIndexHtml: (html) => ({
      html: html
        .replaceAll('%PRODUCT%', () => escapeHtml(names.product))
        .replaceAll('%PARENT_SITE%', () => escapeHtml(names.parentSite)),
      tags: LAUNCH_PICTURES.map(({ path: href, media }) => ({
        tag: 'link',
        attrs: { rel: 'apple-touch-startup-image', href, media },
        injectTo: 'head',
      })),
    }),
  };
}

/**
 * @param {string} path of the manifest with its placeholders
 * @param {string} product
 */
function manifestOf(path, product) {
  const name = JSON.stringify(product).slice(1, -1);
  return readFileSync(path, 'utf8').replaceAll('%PRODUCT%', () => name);
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
