import { afterAll, vi } from 'vitest';
import { closeContexts } from './browser.ts';
import { endProducts } from './product.ts';

/** A file whose test fails half-way is ended by the runner, not by itself: its pages and servers end here. */
afterAll(async () => {
  await closeContexts();
  await endProducts();
  // The next file in this process gets fixtures that this one has not overridden.
  vi.resetModules();
});
