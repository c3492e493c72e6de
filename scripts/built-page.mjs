/**
 * The text of a built page: the plain page with a name, a first paint, and links to the files that it loads.
 *
 * @typedef {{ type: 'chunk', fileName: string, imports: string[], moduleIds: string[],
 *   viteMetadata?: { importedCss: Set<string> } | undefined }} Chunk as far as it matters here
 * @typedef {Readonly<Record<string, Chunk | { type: 'asset' }>>} Bundle
 * @typedef {{ title: string, description: string, markup: string, audience: string,
 *   links: readonly string[], after: string }} PageContent `after`: what follows the first paint
 */

const ROOT = '<div id="root"></div>';

/**
 * @param {string} plain `index.html` as it was built
 * @param {PageContent} content
 * @throws when there is nothing to show, or the page has no place for it
 */
export function fillPage(plain, { title, description, markup, audience, links, after }) {
  if (markup === '' || !plain.includes(ROOT)) throw new Error(`${title}: nothing could be drawn`);
  if (markup.includes('<script')) throw new Error(`${title}: the policy allows no drawn scripts`);
  return plain
    .replace('<html', () => (audience ? `<html data-for="${audience}"` : '<html'))
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_whole, start) => start + escapeHtml(description),
    )
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace(ROOT, () => ROOT.replace('></', () => `>${withNonce(markup, plain)}</`) + after);
}

/** @returns the markup with the page's own nonce on its style elements */
function withNonce(/** @type {string} */ markup, /** @type {string} */ plain) {
  const nonce = /name="csp-nonce" content="(?<nonce>[^"]+)"/.exec(plain)?.groups?.nonce;
  return markup.replaceAll('<style', `<style nonce="${nonce}"`);
}

/**
 * Links to what the page will load: its stylesheets, and its scripts ahead of the imports that ask for them.
 *
 * @param {Bundle} bundle
 * @param {readonly string[]} entries ids of modules
 * @param {string} plain whose own links are not named twice
 * @returns {string[]}
 */
export function fileLinks(bundle, entries, plain) {
  const chunks = closureOf(
    bundle,
    entries.map((entry) => chunkOf(bundle, entry)),
  );
  const css = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const isNew = (/** @type {string} */ file) => !plain.includes(`"/${file}"`);
  return [
    ...[...css].filter(isNew).map(styleLink),
    ...chunks
      .map(({ fileName }) => fileName)
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
}

const styleLink = (/** @type {string} */ file) =>
  `<link rel="stylesheet" crossorigin href="/${file}">`;

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

/**
 * @param {Bundle} bundle
 * @param {readonly Chunk[]} starts
 * @returns {Chunk[]}
 */
function closureOf(bundle, starts) {
  const seen = new Set(starts);
  for (const { imports } of seen)
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') seen.add(next);
    }
  return [...seen];
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
