import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumLaunch, ensureChromium } from './chromium.mjs';
import { draw, scalableIcon } from './icon-drawing.mjs';
import { DRAWINGS } from './icon-list.mjs';

/**
 * `npm run icons`: draws every icon and launch picture from the one source by a browser, and writes them into
 * `public/`, where they are committed.
 */
const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../public');

const missing = await ensureChromium();
if (missing) {
  console.error(missing);
  process.exit(1);
}
const browser = await chromium.launch(chromiumLaunch());
try {
  const page = await browser.newPage();
  write('/icon.svg', Buffer.from(scalableIcon()));
  for (const drawing of DRAWINGS) write(drawing.path, await draw(page, drawing));
} finally {
  await browser.close();
}

/**
 * @param {string} path
 * @param {Buffer} content
 */
function write(path, content) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${String(content.length).padStart(7)}  ${path}`);
}
