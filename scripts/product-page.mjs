import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

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
 * Puts the names into `index.html` (`%PRODUCT%`, `%PARENT_SITE%`), so that neither is spelled in the code
 * and the page knows them before its first request.
 *
 * @returns {import('vite').Plugin}
 */
export function productPage() {
  const names = readNames();
  return {
    name: 'meridian-product-page',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%PRODUCT%', escapeHtml(names.product))
        .replaceAll('%PARENT_SITE%', escapeHtml(names.parentSite)),
  };
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
