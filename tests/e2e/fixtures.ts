import { basename } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';
import { test as base, expect } from 'vitest';
import { openBrowser, reportPage, type WatchedPage, watchPage } from './browser.ts';
import { type Operator, registerOperator } from './operator.ts';
import { startProduct } from './product.ts';
import { contextFor, keep, liveIn } from './screens.ts';

/**
 * `test` with what a test of the whole product needs. Each fixture is made when a test names it, and closed
 * after the test, or after the file where its scope is the file. `leave-none.ts` ends the products.
 */
export const test = base
  // Of a browser of the file's own; else it uses the one of its worker.
  .extend('launchOptions', { scope: 'file' }, null as LaunchOptions | null)
  .extend('browser', { scope: 'file' }, async ({ launchOptions }, { onCleanup }) => {
    if (launchOptions === null) return openBrowser();
    const browser = await chromium.launch(launchOptions);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('productEnv', { scope: 'file' }, {} as Record<string, string>)
  .extend('product', { scope: 'file' }, ({ productEnv }) => startProduct(productEnv))
  .extend('operator', { scope: 'file' }, ({ product }) => registerOperator(product))
  // A day's data, made by the operator.
  .extend('data', { scope: 'file' }, ({ product, operator }) => liveIn(product, operator))
  // Opens a browser context, which has the session of the operator if there is one.
  .extend('openContext', ({ browser, product }, { onCleanup }) => {
    const opened: BrowserContext[] = [];
    onCleanup(async () => {
      for (const context of opened) await context.close();
    });
    return async (options: BrowserContextOptions = {}, operator?: Operator) => {
      const context = await contextFor(browser, product, operator, options);
      opened.push(context);
      return context;
    };
  })
  // Opens such a context once a file, whose pages then load their scripts once. It remembers nothing of the test before.
  .extend('keptContext', { scope: 'file' }, ({ browser, product }) => {
    const opened = new Map<string, ReturnType<typeof keep>>();
    return async (options: BrowserContextOptions, operator?: Operator) => {
      const key = JSON.stringify([options, operator?.username]);
      const open = async () =>
        keep(await contextFor(browser, product, operator, options), product.url);
      const kept = opened.get(key) ?? open();
      opened.set(key, kept);
      return (await kept).anew();
    };
  })
  .extend('contextOptions', { scope: 'file' }, {} as BrowserContextOptions)
  .extend('visitor', ({ openContext, contextOptions }) => openContext(contextOptions))
  .extend('signedIn', ({ keptContext, contextOptions, operator }) =>
    keptContext(contextOptions, operator),
  )
  // The same for one test alone, which signs out or changes the browser.
  .extend('signedInOnce', ({ openContext, contextOptions, operator }) =>
    openContext(contextOptions, operator),
  )
  // Opens a page which must have no troubles at the end of the test but the expected ones.
  .extend('openPage', ({ task }, { onCleanup }) => {
    const opened: WatchedPage[] = [];
    onCleanup(async () => {
      if (task.result?.state === 'fail') for (const page of opened) await reportPage(page);
      else expect(opened.flatMap(({ troubles }) => troubles)).toEqual([]);
    });
    const folder = basename(task.file.name, '.test.ts');
    return async (context: BrowserContext, expected: readonly RegExp[] = []) => {
      const page = await watchPage(context, folder, expected);
      opened.push(page);
      return page;
    };
  });
