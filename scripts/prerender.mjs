import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { createStyleSheet, fileLinks, fillPage } from './built-page.mjs';
import { classNames } from './class-names.mjs';
import { inlineScript } from './inline-script.mjs';
import { standIn } from './page-stand-ins.mjs';
import { readNames } from './product-page.mjs';
import { singleIcons } from './single-icons.mjs';

/**
 * Draws the first paint of pages into the HTML that is served, and names in it the files that each page will
 * ask for, so that they come at once instead of one after the other.
 *
 * @typedef {{ file: string, audience: string, entries: readonly string[] }} PlannedPage file in the console's
 * folder, who is meant to see it, and the modules that it loads
 */

const PLAIN = 'index.html';
const NOT_DRAWN = { markup: '', templates: '', title: '', description: '' };

/**
 * @param {Readonly<Record<string, PlannedPage>>} pages by path
 * @param {{ version: string }} release
 * @returns {import('vite').Plugin}
 */
export function prerender(pages, { version }) {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'meridian-prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // The service worker lists the folder's files later.
    async writeBundle({ dir = '' }, bundle) {
      const plain = readFileSync(join(dir, PLAIN), 'utf8');
      const sheet = createStyleSheet();
      const filler = await inlineScript(config.root, 'src/first-paint/fill-last-known.ts');
      const drawn = await drawAll(
        config.root,
        join(dir, `../drawing-${process.pid}`),
        pages,
        version,
      );
      const filled = Object.entries(pages).map(([path, page]) => {
        const entries = page.entries.map((entry) => `${config.root}/${entry}`);
        const links = fileLinks(bundle, entries, plain);
        const { markup, templates, ...named } = drawn[path] ?? NOT_DRAWN;
        const after = templates && `${sheet.take(templates)}<script>${filler}</script>`;
        return { page, parts: { ...named, links, after, markup: sheet.take(markup) } };
      });
      const css = sheet.file();
      writeFileSync(join(dir, css.name), css.text);
      for (const { page, parts } of filled) {
        const { audience, file } = page;
        const links = [css.link, ...parts.links];
        writeFileSync(join(dir, file), fillPage(plain, { ...parts, audience, links }));
      }
    },
  };
}

/**
 * @typedef {{ markup: string, templates: string, title: string, description: string }} Drawn
 * @param {string} root
 * @param {string} outDir beside the console's folder, removed at the end
 * @param {Readonly<Record<string, PlannedPage>>} pages
 * @param {string} version
 * @returns {Promise<Record<string, Drawn>>} by path
 */
async function drawAll(root, outDir, pages, version) {
  await build(drawingBuild(root, outDir));
  const stand = standIn({ ...readNames(), version });
  try {
    const { renderPage, renderTemplates } = await import(
      pathToFileURL(join(outDir, 'prerender.js')).href
    );
    /** @type {Record<string, Drawn>} */
    const drawn = {};
    for (const [path, { audience }] of Object.entries(pages)) {
      const isGuarded = audience === 'operator';
      stand.signIn(isGuarded);
      const markup = await renderPage(path, isGuarded).catch((/** @type {unknown} */ cause) => {
        throw new Error(`The first paint of ${path} cannot be drawn: ${cause}`, { cause });
      });
      drawn[path] = { markup, templates: renderTemplates(path), ...stand.named() };
    }
    return drawn;
  } finally {
    stand.remove();
    rmSync(outDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} outDir
 * @returns {import('vite').InlineConfig}
 */
function drawingBuild(root, outDir) {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [workersLeftOut(), singleIcons()],
    css: { modules: classNames() },
    ssr: { noExternal: ['@tabler/icons-react'] },
    build: {
      ssr: 'src/first-paint/prerender.tsx',
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
    },
  };
}

/**
 * No worker runs while pages are drawn.
 *
 * @returns {import('vite').Plugin}
 */
function workersLeftOut() {
  return {
    name: 'meridian-workers-left-out',
    enforce: 'pre',
    load: (id) => (id.includes('?worker') ? "export default ''" : null),
  };
}
