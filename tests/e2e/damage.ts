import type { Page } from 'playwright-core';

/** What of the shell lies on the device, as a test spoils it and looks at it again. */

const SPOILT = '(((';

/**
 * Something else lies where files of the shell were kept.
 *
 * @param file which of them
 * @param text what lies there; nothing at all when null
 */
export async function damage(
  page: Page,
  file: RegExp,
  text: string | null = SPOILT,
): Promise<void> {
  const found = await page.evaluate(
    async ({ source, text }) => {
      const names = await caches.keys();
      const cache = await caches.open(names.find((name) => name.startsWith('workbox')) ?? '');
      const keys = (await cache.keys()).filter(({ url }) => new RegExp(source).test(url));
      for (const key of keys) {
        const type = (await cache.match(key))?.headers.get('content-type') ?? '';
        await (text === null
          ? cache.delete(key)
          : cache.put(key, new Response(text, { headers: { 'content-type': type } })));
      }
      return keys.length;
    },
    { source: file.source, text },
  );
  if (found === 0) throw new Error(`nothing that is called ${file} is kept`);
}

/** @returns how many bytes of the kept files with such a name are on the device */
export function keptBytes(page: Page, file: RegExp): Promise<number> {
  return page.evaluate(async (source) => {
    const names = await caches.keys();
    const cache = await caches.open(names.find((name) => name.startsWith('workbox')) ?? '');
    const keys = (await cache.keys()).filter(({ url }) => new RegExp(source).test(url));
    const sizes = keys.map(async (key) => (await (await cache.match(key))?.text())?.length ?? 0);
    return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  }, file.source);
}
