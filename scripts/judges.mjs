import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What others say of the console, a line for each fault: Lighthouse, axe, and the browser itself about
 * installing. They know nothing of the product.
 *
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 * @typedef {import('playwright-core').Page} Page
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The only ones that a page on plain http cannot meet; the product serves https where it has a certificate. */
const NOT_ON_LOOPBACK = new Set(['is-on-https', 'redirects-http']);

/**
 * @typedef {{
 *   lhr: { categories: Record<string, { title: string, score: number | null,
 *     auditRefs: { id: string, weight: number }[] }>,
 *     audits: Record<string, { id: string, title: string, score: number | null, displayValue?: string }> },
 *   report: string
 * }} Judgement
 */

/**
 * @param {string} url
 * @param {number} port of the browser's DevTools, whose profile may be signed in
 * @returns {Promise<{ scores: Record<string, number>, faults: string[], report: string }>} scores out of 100
 */
export async function askLighthouse(url, port) {
  const entry = pathToFileURL(join(resolve('audit'), 'node_modules/lighthouse/core/index.js'));
  const { default: lighthouse } = await import(entry.href);
  /** @type {Judgement} */
  const { lhr, report } = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    disableStorageReset: true,
  });
  /** @type {Record<string, number>} */
  const scores = {};
  const faults = [];
  for (const [name, { score, auditRefs }] of Object.entries(lhr.categories)) {
    scores[name] = Math.round((score ?? 0) * 100);
    for (const { id, weight } of auditRefs) {
      const audit = lhr.audits[id];
      if (weight === 0 || audit?.score == null || audit.score >= 0.9 || NOT_ON_LOOPBACK.has(id))
        continue;
      faults.push(`${name}: ${audit.title} ${audit.displayValue ?? ''}`.trim());
    }
  }
  return { scores, faults, report };
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function askAxe(page) {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (
      /** @type {unknown} */ (globalThis)
    );
    const { violations, passes } = await axe.run();
    if (passes.length === 0) return ['axe looked at nothing'];
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/**
 * @param {BrowserContext} context of a profile that is kept: a private window installs nothing
 * @param {string} url
 * @returns {Promise<string[]>}
 */
export async function askInstallability(context, url) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  await page.close();
  return [
    ...errors.map(({ message }) => `manifest: ${message}`),
    ...installabilityErrors.map(({ errorId }) => `not installable: ${errorId}`),
  ];
}
