import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Puts the names of `mesh.config.json` into `index.html` (`%PRODUCT%`, `%PARENT_SITE%`), so that neither
 * name is spelled in the code and the page knows them before its first request.
 *
 * @returns {import('vite').Plugin}
 */
export function productPage() {
  const path = resolve(process.env.MESH_CONFIG || 'mesh.config.json');
  const mesh = JSON.parse(readFileSync(path, 'utf8'));
  return {
    name: 'meridian-product-page',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%PRODUCT%', escapeHtml(mesh.product))
        .replaceAll('%PARENT_SITE%', escapeHtml(mesh.parentSite)),
  };
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
