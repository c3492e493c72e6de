import { readFileSync } from 'node:fs';
import { encodePng } from './png.mjs';

/** How a picture comes out of the one source: what of it is drawn, and the painting by a browser. */

const SOURCE = readFileSync(new URL('icons/source.svg', import.meta.url), 'utf8');
const PAINT = readFileSync(new URL('icons/paint.js', import.meta.url), 'utf8');
const GLYPHS = /<g id="glyphs"(?<look>[^>]*)>\n(?<all>[^<]*(?:<[^<]*)*?)\n {2}<\/g>\n(?=<\/svg>)/;

/** @returns {string} the icon as a picture that scales: the source without what belongs to shortcuts */
export function scalableIcon() {
  return SOURCE.replace(GLYPHS, '')
    .trimEnd()
    .replaceAll(/ id="\w+"/g, '')
    .concat('\n');
}

/**
 * @param {import('playwright-core').Page} page any page: it is painted in, and nothing is loaded
 * @param {import('./icon-list.mjs').Drawing} drawing
 * @returns {Promise<Buffer>} a PNG file
 */
export async function draw(page, drawing) {
  const { width, height, size, behind } = drawing;
  const svg = svgOf(drawing);
  const job = JSON.stringify({ svg, width, height, size, behind });
  const base64 = await page.evaluate(`(${PAINT.slice(PAINT.indexOf('async'))})(${job})`);
  return encodePng({ width, height, pixels: new Uint8Array(Buffer.from(base64, 'base64')) });
}

/** @param {import('./icon-list.mjs').Drawing} drawing */
function svgOf({ part, ground, size, plain }) {
  const grounded = onGround(part === 'mark' ? scalableIcon() : withGlyph(part), ground);
  const sized = grounded.replace('<svg ', `<svg width="${size}" height="${size}" `);
  return plain ? sized.replaceAll(/="#[\da-f]{6}"/g, '="#ffffff"') : sized;
}

/** @param {string} part */
function withGlyph(part) {
  const { look, all } = SOURCE.match(GLYPHS)?.groups ?? {};
  const shapes = all?.split('    <g id="').find((glyph) => glyph.startsWith(`${part}">`));
  if (!shapes) throw new Error(`The source has no drawing of ${part}.`);
  const [ground = ''] = SOURCE.match(/^.*<rect id="ground".*$/m) ?? [];
  return `${SOURCE.slice(0, SOURCE.indexOf('>') + 1)}${ground}<g${look}><g id="${shapes}</g></svg>`;
}

/**
 * @param {string} svg
 * @param {'tile' | 'full' | 'none'} ground
 */
function onGround(svg, ground) {
  if (ground === 'tile') return svg;
  if (ground === 'full') return svg.replace(' rx="14"', '');
  return svg.replace(/<rect[^>]*width="64"[^>]*>/, '');
}
