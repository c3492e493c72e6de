import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { DRAWINGS } from './icon-list.mjs';

/**
 * `npm run icons`: renders every icon and launch picture (`icon-list.mjs`) from the one source into `public/`, where they
 * are committed.
 */
const PUBLIC = resolve(import.meta.dirname, '../public');
const SOURCE = readFileSync(join(import.meta.dirname, 'icons/source.svg'), 'utf8');
const GLYPHS = /<g id="glyphs"(?<look>[^>]*)>\n(?<all>[^<]*(?:<[^<]*)*?)\n {2}<\/g>\n(?=<\/svg>)/;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

write('/icon.svg', Buffer.from(scalableIcon()));
for (const drawing of DRAWINGS) write(drawing.path, await render(drawing));

/**
 * @param {import('./icon-list.mjs').Drawing} drawing
 * @returns {Promise<Buffer>} a PNG file
 */
function render(drawing) {
  const { width, height, behind } = drawing;
  return sharp({ create: { width, height, channels: 4, background: behind ?? CLEAR } })
    .composite([{ input: Buffer.from(svgOf(drawing)) }])
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** @returns {string} the icon as a picture that scales: the source without the drawings of shortcuts */
function scalableIcon() {
  return SOURCE.replace(GLYPHS, '')
    .trimEnd()
    .replaceAll(/ id="\w+"/g, '')
    .concat('\n');
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

/**
 * @param {string} path
 * @param {Buffer} content
 */
function write(path, content) {
  const file = join(PUBLIC, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${String(content.length).padStart(7)}  ${path}`);
}
