import { readFileSync } from 'node:fs';
import { PAGES, servedSum, shippedTo, sumOf } from './shipped-bytes.mjs';

/**
 * Holds what the build ships against `budgets.json`, prints both, and ends with 1 when a page ships more.
 */
const KIB = 1024;

/** @type {Record<keyof typeof PAGES, { js: number, css: number, served?: number }>} */
const budgets = JSON.parse(readFileSync('budgets.json', 'utf8'));

for (const page of /** @type {(keyof typeof PAGES)[]} */ (Object.keys(PAGES))) {
  const shipped = shippedTo('dist', PAGES[page]);
  hold(
    `${page} served, HTML included`,
    servedSum(shipped),
    budgets[page].served,
    'as Brotli makes it',
  );
  for (const kind of /** @type {const} */ (['js', 'css'])) {
    const parts = shipped[kind];
    hold(`${page} ${kind}`, sumOf(parts), budgets[page][kind], 'gzipped');
    for (const { file, bytes, worker } of parts.sort((a, b) => b.bytes - a.bytes)) {
      console.log(`  ${kib(bytes).padStart(6)}  ${file}${worker ? ' (worker)' : ''}`);
    }
  }
}

/**
 * @param {string} what
 * @param {number} bytes
 * @param {number | undefined} most
 * @param {string} how the bytes are counted
 */
function hold(what, bytes, most, how) {
  if (most === undefined) return;
  const over = bytes > most;
  if (over) process.exitCode = 1;
  const line = `${what}: ${kib(bytes)} of ${kib(most)} KiB ${how}`;
  console.log(over ? `${line}: OVER` : line);
}

/** @param {number} bytes */
function kib(bytes) {
  return (bytes / KIB).toFixed(1);
}
