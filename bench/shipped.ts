import { PAGES, shippedTo, sumOf } from '../scripts/shipped-bytes.mjs';
import type { Figure } from './figure.ts';

/** How many bytes must a browser load until a page works? (`budgets.json` holds the build to them.) */

const AIMS = {
  '/login': { js: 120, css: 20 },
  '/login, signing in': { js: 134, css: 20 },
  '/dashboard': { js: 180, css: 25 },
} as const;

const KINDS = [
  ['js', 'JavaScript'],
  ['css', 'CSS'],
] as const;

export async function measure(): Promise<Figure[]> {
  const pages = Object.keys(PAGES) as (keyof typeof PAGES)[];
  return pages.flatMap((page) => {
    const shipped = shippedTo('dist', PAGES[page]);
    const worker = shipped.js.find((part) => part.worker);
    return KINDS.map(([kind, word]) => {
      const kib = sumOf(shipped[kind]) / 1024;
      return {
        name: `${word} to ${page}, gzip -9`,
        unit: 'KiB',
        aim: `under ${AIMS[page][kind]}`,
        value: kib,
        runs: [kib],
        ...(kind === 'js' &&
          worker && { note: `of these the data worker ${(worker.bytes / 1024).toFixed(1)}` }),
      };
    });
  });
}
