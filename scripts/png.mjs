import { crc32, deflateSync } from 'node:zlib';

/**
 * PNG files with a palette: what a drawing of a few flat colours needs, at a tenth of what a browser's own
 * picture takes. Smooth edges are rounded to as many colours as a palette holds.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_MAX = 256;
const INDEXED = 3;

/**
 * @typedef {{ width: number, height: number, pixels: Uint8Array }} Picture `pixels` are RGBA, row by row
 */

/**
 * @param {Picture} picture
 * @returns {Buffer} the file
 */
export function encodePng({ width, height, pixels }) {
  const { palette, indices } = indexed(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED], 8);
  const opaque = palette.every((colour) => colour[3] === 255);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    ...(opaque ? [] : [chunk('tRNS', Buffer.from(palette.map((colour) => colour[3] ?? 0)))]),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {Buffer} file
 * @returns {{ width: number, height: number }} as the file's header has them
 * @throws when it is no PNG
 */
export function sizeOfPng(file) {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no PNG.');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/**
 * Rounds colours by one more bit until they fit into a palette; areas of one colour keep theirs.
 *
 * @param {Uint8Array} pixels
 */
function indexed(pixels) {
  const colours = coloursOf(pixels);
  const exact = areasOf(colours);
  for (let bits = 0; bits < 8; bits++) {
    const found = paletteOf(colours, (colour) =>
      exact.has(colour) ? colour : round(colour, bits),
    );
    if (found) return found;
  }
  throw new Error('The picture has more colours than a palette holds.');
}

/**
 * @param {Uint8Array} pixels
 * @returns {Uint32Array} a number a pixel: red, green, blue, alpha; what is not seen has no colour
 */
function coloursOf(pixels) {
  const view = new DataView(pixels.buffer, pixels.byteOffset);
  const colours = new Uint32Array(pixels.length / 4);
  for (let at = 0; at < colours.length; at++) {
    const colour = view.getUint32(at * 4);
    colours[at] = (colour & 0xff) === 0 ? 0 : colour;
  }
  return colours;
}

/** @param {Uint32Array} colours */
function areasOf(colours) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const least = colours.length / 100;
  return new Set([...counts].filter(([, count]) => count > least).map(([colour]) => colour));
}

/**
 * @param {number} colour
 * @param {number} bits
 */
function round(colour, bits) {
  const step = 1 << bits;
  let rounded = 0;
  for (const shift of [24, 16, 8, 0]) {
    const value = Math.min(255, Math.round(((colour >>> shift) & 0xff) / step) * step);
    rounded = rounded * 256 + value;
  }
  return rounded;
}

/**
 * @param {Uint32Array} colours
 * @param {(colour: number) => number} shown
 */
function paletteOf(colours, shown) {
  const indices = new Uint8Array(colours.length);
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @type {Map<number, number>} */
  const places = new Map();
  for (const [at, colour] of colours.entries()) {
    let index = known.get(colour);
    if (index === undefined) {
      const key = shown(colour);
      index = places.get(key) ?? places.size;
      if (index === PALETTE_MAX) return undefined;
      places.set(key, index);
      known.set(colour, index);
    }
    indices[at] = index;
  }
  const palette = [...places.keys()].map((key) =>
    [24, 16, 8, 0].map((shift) => (key >>> shift) & 0xff),
  );
  return { palette, indices };
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
