import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LAUNCH_PICTURES } from './icon-list.mjs';

const MANIFEST = 'manifest.webmanifest';

/**
 * The names that the page shows, for the development server. A build leaves their placeholders (`%PRODUCT%`,
 * `%PARENT_SITE%`, `%PLATFORMS%`) to the server, which fills them when it serves a page.
 *
 * @returns {{ product: string, parentSite: string, platforms: string }}
 * @throws when the file is missing or is no JSON, naming the variable that says where it is
 */
function readNames() {
  const path = resolve(process.env.MESH_CONFIG || 'mesh.config.json');
  try {
    const mesh = JSON.parse(readFileSync(path, 'utf8'));
    return {
      product: String(mesh.product ?? ''),
      parentSite: String(mesh.parentSite ?? ''),
      platforms: JSON.stringify(mesh.platforms ?? []),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`MESH_CONFIG: ${path} cannot be read as JSON (${reason})`, { cause: error });
  }
}

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
      const { product } = readNames();
      middlewares.use(`/${MANIFEST}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json');
        response.end(manifestOf(join(config.publicDir, MANIFEST), product));
      });
    },
    transformIndexHtml: (html, { server }) => ({
      html: server ? withNames(html) : html,
      tags: LAUNCH_PICTURES.map(({ path: href, media }) => ({
        tag: 'link',
        attrs: { rel: 'apple-touch-startup-image', href, media },
        injectTo: 'head',
      })),
    }),
  };
}

/** @param {string} html */
function withNames(html) {
  const { product, parentSite, platforms } = readNames();
  return html
    .replaceAll('%PRODUCT%', () => escapeHtml(product))
    .replaceAll('%PARENT_SITE%', () => escapeHtml(parentSite))
    .replaceAll('%PLATFORMS%', () => escapeHtml(platforms));
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
