import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scalableIcon } from '../../scripts/icon-drawing.mjs';
import { BACKGROUNDS, DRAWINGS, LAUNCH_PICTURES } from '../../scripts/icon-list.mjs';
import { encodePng, sizeOfPng } from '../../scripts/png.mjs';

const PUBLIC = join(import.meta.dirname, '../../public');
const file = (path: string) => readFileSync(join(PUBLIC, path));

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
interface Colours {
  readonly background_color: string;
  readonly theme_color: string;
}
interface Manifest extends Colours {
  readonly color_scheme_dark: Colours;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly (Picture & { readonly form_factor: string })[];
  readonly shortcuts: readonly { readonly icons: readonly Picture[] }[];
  readonly file_handlers: readonly { readonly icons: readonly Picture[] }[];
}
const manifest: Manifest = JSON.parse(file('manifest.webmanifest').toString());

test('every picture that the list names is committed in the size that it names', () => {
  expect(DRAWINGS.length).toBeGreaterThan(20);
  for (const { path, width, height } of DRAWINGS) {
    expect({ path, ...sizeOfPng(file(path)) }).toEqual({ path, width, height });
  }
});

test('the icon that scales is the source without the shortcuts', () => {
  expect(file('icon.svg').toString()).toBe(scalableIcon());
  expect(scalableIcon()).not.toContain('glyph');
});

test('the manifest names pictures that are there, as large as it says', () => {
  const { icons, screenshots, shortcuts, file_handlers: handlers } = manifest;
  const pictures = [
    ...icons,
    ...screenshots,
    ...[...shortcuts, ...handlers].flatMap((entry) => entry.icons),
  ];
  for (const { src, sizes, type } of pictures) {
    expect(existsSync(join(PUBLIC, src)), src).toBe(true);
    if (type !== 'image/png') continue;
    const { width, height } = sizeOfPng(file(src));
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
});

test('the manifest has the colours of the light and of the dark scheme, the page’s own', () => {
  const { background_color, theme_color, color_scheme_dark } = manifest;
  const both = (colour: string) => ({ background_color: colour, theme_color: colour });
  expect({ background_color, theme_color }).toEqual(both(BACKGROUNDS.light));
  expect(color_scheme_dark).toEqual(both(BACKGROUNDS.dark));
  const page = readFileSync(join(PUBLIC, '../index.html'), 'utf8');
  for (const [scheme, colour] of Object.entries(BACKGROUNDS))
    expect(page).toContain(`media="(prefers-color-scheme: ${scheme})" content="${colour}"`);
});

test.each(['any', 'maskable', 'monochrome'])('there are %s icons of 192 and 512 pixels', (kind) => {
  const sizes = manifest.icons.filter(({ purpose }) => purpose === kind).map(({ sizes }) => sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
});

test('a browser that offers the app can show a small picture of it, narrow and wide', () => {
  expect(manifest.screenshots.map((one) => one.form_factor)).toEqual(['wide', 'narrow']);
  for (const { src } of manifest.screenshots)
    expect(file(src).length, src).toBeLessThan(150 * 1024);
});

test('launch pictures are small, and no two answer the same question', () => {
  expect(new Set(LAUNCH_PICTURES.map(({ media }) => media)).size).toBe(LAUNCH_PICTURES.length);
  for (const { path } of LAUNCH_PICTURES) expect(file(path).length, path).toBeLessThan(20_000);
});

/** Red, green, blue and alpha of a pixel, as a reader of the file gets them. */
function pixelOf(png: Buffer, at: number): number[] {
  const part = (type: string) => {
    const start = png.indexOf(type);
    return png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4));
  };
  const { width } = sizeOfPng(png);
  const rows = inflateSync(part('IDAT'));
  const index = rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] ?? 0;
  const alpha = png.includes('tRNS') ? (part('tRNS')[index] ?? 255) : 255;
  return [...part('PLTE').subarray(index * 3, index * 3 + 3), alpha];
}

test('a drawing keeps the colour of its areas, whatever its edges are rounded to', () => {
  const side = 64;
  const pixels = new Uint8Array(side * side * 4);
  for (let at = 0; at < side * side; at++) {
    const onEdge = at < 900;
    pixels.set(onEdge ? [at % 251, at % 241, at % 239, 255] : [0xf2, 0xf5, 0xf9, 255], at * 4);
  }
  const png = encodePng({ width: side, height: side, pixels });
  expect(sizeOfPng(png)).toEqual({ width: side, height: side });
  expect(pixelOf(png, side * side - 1)).toEqual([0xf2, 0xf5, 0xf9, 255]);
  const [red = 0] = pixelOf(png, 100);
  expect(Math.abs(red - 100)).toBeLessThan(32);
});

test('what is not seen stays unseen', () => {
  const png = encodePng({
    width: 1,
    height: 2,
    pixels: new Uint8Array([9, 9, 9, 0, 255, 0, 0, 255]),
  });
  expect([pixelOf(png, 0)[3], pixelOf(png, 1)]).toEqual([0, [255, 0, 0, 255]]);
});

test('what is no PNG has no size', () => {
  expect(() => sizeOfPng(Buffer.from('<svg>'))).toThrow('This is no PNG.');
});
