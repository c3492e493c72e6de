import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * Writes the pages whose first paint is in the HTML (`src/first-paint/prerender.tsx`), and links in each the files
 * that it will load, so that they come at once instead of one after the other.
 *
 * @typedef {{ audience: string, picture: string, entries: readonly string[] }} PlannedPage who is meant to see it (empty:
 *   everybody), where the picture is seen at first (a media query; empty: nowhere) and the modules that it loads
 * @typedef {{ type: 'chunk', fileName: string, imports: string[], moduleIds: string[],
 *   viteMetadata?: { importedCss: Set<string> } | undefined }} Chunk the part of the bundle's type that is used
 * @typedef {Readonly<Record<string, Chunk | { type: 'asset' }>>} Bundle
 */

const ROOT = '<div id="root"></div>';
/** Stands for the parent site while pages are rendered; placeholders take its place. */
const PARENT_SITE = 'https://parent-site.invalid';

/**
 * @param {Readonly<Record<string, PlannedPage>>} pages by the name of their file
 * @param {{ build: string, version: string }} release
 * @returns {import('vite').Plugin}
 */
export function prerender(pages, release) {
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
      const { root } = config;
      const plain = readFileSync(join(dir, 'index.html'), 'utf8');
      const nonce = /name="csp-nonce" content="(?<nonce>[^"]+)"/.exec(plain)?.groups?.nonce;
      const info = { product: '%PRODUCT%', parentSite: PARENT_SITE, ...release, nonce };
      const rendered = await renderAll(root, join(dir, `../prerender-${process.pid}`), info);
      for (const [file, { audience, picture, entries }] of Object.entries(pages)) {
        const links = fileLinks(
          bundle,
          entries.map((entry) => `${root}/${entry}`),
          plain,
        );
        const page = rendered[file];
        if (page === undefined) throw new Error(`${file} is not prerendered`);
        writeFileSync(join(dir, file), fillPage(plain, { ...page, audience, picture, links }));
      }
    },
  };
}

/**
 * @param {string} root
 * @param {string} outDir beside the console's folder, removed at the end
 * @param {object} info that the pages show
 * @returns {Promise<Record<string, { title: string, description: string, markup: string }>>}
 */
async function renderAll(root, outDir, info) {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'src/first-paint/prerender.tsx',
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
    },
  });
  try {
    const { prerenderPages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
    return await prerenderPages(info);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} plain `index.html` as it was built
 * @param {{ title: string, description: string, markup: string, audience: string, picture: string, links: readonly string[] }} page
 */
function fillPage(plain, { title, description, markup, audience, picture, links }) {
  if (markup === '' || !plain.includes(ROOT)) throw new Error(`${title}: nothing was rendered`);
  const page = plain
    .replace('<html', () => (audience ? `<html data-for="${audience}"` : '<html'))
    .replace('<html', () => (picture ? `<html data-picture="${picture}"` : '<html'))
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_whole, start) => start + escapeHtml(description),
    )
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace(ROOT, () => ROOT.replace('></', () => `>${withPlaceholders(markup)}</`));
  // Read without script: `src/boot.ts` lets them load when the styles and the picture are there.
  return audience === 'visitor'
    ? page.replaceAll('<link rel="modulepreload"', '$& media="not all"')
    : page;
}

/** @param {string} markup */
const withPlaceholders = (markup) =>
  markup
    .replaceAll(PARENT_SITE, '%PARENT_SITE%')
    .replaceAll(new URL(PARENT_SITE).host, '%PARENT_HOST%');

/**
 * @param {Bundle} bundle
 * @param {readonly string[]} entries ids of modules
 * @param {string} plain whose own links are not repeated
 * @returns {string[]} links to all stylesheets and scripts that the entries load statically
 */
function fileLinks(bundle, entries, plain) {
  const chunks = new Set(entries.map((entry) => chunkOf(bundle, entry)));
  for (const { imports } of chunks)
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') chunks.add(next);
    }
  const css = new Set(
    [...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  );
  const scripts = [...chunks].map(({ fileName }) => fileName);
  const isNew = (/** @type {string} */ file) => !plain.includes(`"/${file}"`);
  return [
    ...[...css].filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
}

/**
 * @param {Bundle} bundle
 * @param {string} id of a module
 * @returns {Chunk}
 */
function chunkOf(bundle, id) {
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.moduleIds.includes(id)) return part;
  throw new Error(`No chunk holds ${id}`);
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
