import { readFileSync } from 'node:fs';
import { PAGES, shippedTo, sumOf } from './shipped-bytes.mjs';

/**
 * Holds what the build ships against `budgets.json`, prints both, and ends with 1 when a page ships more.
 */
const KIB = 1024;

/** @type {Record<keyof typeof PAGES, { js: number, css: number }>} */
const budgets = JSON.parse(readFileSync('budgets.json', 'utf8'));

for (const page of /** @type {(keyof typeof PAGES)[]} */ (Object.keys(PAGES))) {
  const shipped = shippedTo('dist', PAGES[page]);
  for (const kind of /** @type {const} */ (['js', 'css'])) {
    const parts = shipped[kind];
    const over = sumOf(parts) > budgets[page][kind];
    if (over) process.exitCode = 1;
    const line = `${page} ${kind}: ${kib(sumOf(parts))} of ${kib(budgets[page][kind])} KiB gzipped`;
    console.log(over ? `${line}: OVER` : line);
    for (const { file, bytes, worker } of parts.sort((a, b) => b.bytes - a.bytes)) {
      console.log(`  ${kib(bytes).padStart(6)}  ${file}${worker ? ' (worker)' : ''}`);
    }
  }
}

/** @param {number} bytes */
function kib(bytes) {
  return (bytes / KIB).toFixed(1);
}
