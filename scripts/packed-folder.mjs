import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** As far back as Brotli can look for what was there before. */
const WINDOW_BITS = 24;

/**
 * Files of a folder as one: a line of JSON with their paths and sizes, then their bytes one after the other, all
 * of it compressed. Needs no program that a machine may lack.
 *
 * @param {string} folder
 * @param {(path: string) => boolean} isWanted by the path relative to the folder
 * @returns {Buffer}
 */
export function packFolder(folder, isWanted) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(isWanted)
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
  const list = JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length]));
  return brotliCompressSync(
    Buffer.concat([`${list}\n`, ...files.map(({ bytes }) => bytes)].map(asBytes)),
    {
      params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    },
  );
}

/**
 * Writes into a folder what was packed.
 *
 * @param {Buffer} packed
 * @param {string} folder
 */
export function unpackFolder(packed, folder) {
  const all = brotliDecompressSync(packed);
  let at = all.indexOf('\n') + 1;
  /** @type {[string, number][]} */
  const files = JSON.parse(all.toString('utf8', 0, at));
  for (const [path, size] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), all.subarray(at, at + size));
    at += size;
  }
}

const asBytes = (/** @type {string | Buffer} */ part) => Buffer.from(part);
