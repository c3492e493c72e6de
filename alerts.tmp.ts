import { chromium } from 'playwright-core';
import { chromiumLaunch } from './scripts/chromium.mjs';
import { registerOperator } from './tests/e2e/operator.ts';
import { startProduct, endProducts } from './tests/e2e/product.ts';
const product = await startProduct({ LOG_LEVEL: 'warn' });
const operator = await registerOperator(product);
const browser = await chromium.launch(chromiumLaunch() as any);
for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 780 }])
for (const order of [['rules','channels','deliveries'],['channels','rules','deliveries'],['deliveries','channels','rules']]) {
  const ctx = await browser.newContext({ viewport, serviceWorkers: 'block' });
  await ctx.request.post(`${product.url}/api/auth/login`, { data: { username: 'ada', password: (await import('./tests/e2e/operator.ts')).PASSWORD } });
  await ctx.addInitScript(() => { localStorage.setItem('auth-token', 'ada'); (globalThis as any).__name = (n: any) => n; const w: any = window; w.sh = []; new PerformanceObserver((l) => { for (const e of l.getEntries() as any) w.sh.push([e.value.toFixed(4), e.sources.map((s: any) => `${s.node?.textContent?.slice(0, 30)} ${Math.round(s.previousRect.y)}>${Math.round(s.currentRect.y)} h${Math.round(s.previousRect.height)}>${Math.round(s.currentRect.height)}`)]); }).observe({ type: 'layout-shift', buffered: true }); });
  const page = await ctx.newPage();
  const gates: Record<string, () => void> = {};
  for (const name of ['rules','channels','deliveries']) { const gate = new Promise<void>((r) => { gates[name] = r; }); await ctx.route(new RegExp(`/api/alerts/${name}`), async (route) => { await gate; await route.continue(); }); }
  await page.goto(`${product.url}/alerts`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(1200);
  const heights = () => page.evaluate(() => [...document.querySelectorAll('main section, main [aria-busy]')].map((e) => `${e.querySelector('h2,h3')?.textContent ?? ''}:${Math.round(e.getBoundingClientRect().height)}@${Math.round(e.getBoundingClientRect().y)}`).join(' | '));
  console.log(viewport.width, order.join()); console.log('  ', await heights());
  for (const name of order) { gates[name]!(); await page.waitForTimeout(700); console.log('  ', name, await heights()); }
  console.log('  ', JSON.stringify(await page.evaluate(() => (window as any).sh)));
  await ctx.close();
}
await browser.close(); await endProducts();
