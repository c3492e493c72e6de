import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const HTML = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');

test('keeps an install offer that comes before the app has loaded', () => {
  const scripts = [...HTML.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const [script] = scripts.filter((text) => text.includes('beforeinstallprompt'));
  const page = new EventTarget();
  const window: { installOffer?: Event } = {};
  runInNewContext(script ?? '', { window, addEventListener: page.addEventListener.bind(page) });
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  page.dispatchEvent(offer);
  expect(window.installOffer).toBe(offer);
  expect(offer.defaultPrevented).toBe(true);
});
