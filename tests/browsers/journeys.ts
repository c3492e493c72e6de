import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { type CuttingProxy, startCuttingProxy } from '../e2e/cutting-proxy.ts';
import { type Operator, PASSWORD, registerOperator } from '../e2e/operator.ts';
import { newDataDir, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import type { Driver } from './driver.ts';

/**
 * The journeys that matter, for browsers other than Chromium, which `e2e` has. They follow one another in one session
 * of the browser, at one process of the product behind a line that a journey can cut.
 */

const KEY = { tab: '\uE004', enter: '\uE007', control: '\uE009' } as const;
const PLATFORMS = ['forge', 'harbor', 'ledger', 'signal', 'archive', 'sentinel'];
const DATABASE = 'last-known ada';
const UPLOAD = { dialog: '[role=dialog]', button: 'Upload & Validate' } as const;

export function journeys(name: 'firefox' | 'webkit', open: () => Promise<Driver>): void {
  let driver: Driver;
  let product: Product;
  let proxy: CuttingProxy;
  let operator: Operator;
  beforeAll(async () => {
    [driver, product] = await Promise.all([open(), startProduct()]);
    proxy = await startCuttingProxy(product.port);
    await driver.resize(1400, 1000);
    // Somebody else, whose calls ask the server itself.
    operator = await registerOperator(product, 'grace');
  });
  afterAll(async () => {
    await driver?.close();
    await proxy?.close();
  });

  const go = (path: string) => driver.goto(proxy.url + path);

  /** @param left mark of the page that is being left, which may still answer */
  async function isLive(left = ''): Promise<void> {
    await driver.until(
      (mark) =>
        document.documentElement.getAttribute('data-journey') !== mark &&
        /\bLive\b/.test(document.querySelector('header')?.innerText ?? ''),
      left,
    );
  }

  /**
   * A transaction waits for those that were begun before. In WebKit 2.50 a worker that ends in the middle of one locks its
   * database until the browser is closed, whatever a page does: one worker that writes, ended and started ten times, is
   * enough. The console says then that it keeps nothing (*This device*), and goes on.
   */
  async function diskWorks(): Promise<void> {
    if (name === 'webkit') return;
    await driver.until(
      (database) =>
        new Promise((resolve) => {
          const opening = indexedDB.open(database);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('entries', 'readwrite');
            transaction.objectStore('entries').get('');
            transaction.oncomplete = () => resolve(true);
            opening.result.close();
          };
        }),
      DATABASE,
    );
  }

  /** The console is on this device, and the page is its service worker's. */
  async function hasCopy(): Promise<void> {
    await driver.until(
      async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
    );
    await driver.until(() => navigator.serviceWorker.controller !== null);
  }

  async function signIn(): Promise<void> {
    await driver.type('input', 'Username', 'ada');
    await driver.type('input', 'Password', PASSWORD);
    await driver.click('form button[type=submit]');
    await driver.shows('Welcome back!');
    await isLive();
  }

  /** The figures are kept on this device: a page that looked too early would make the database itself. */
  async function hasLastKnown(): Promise<void> {
    await driver.until(async (database) => {
      const kept = await indexedDB.databases();
      return kept.some((one) => one.name === database);
    }, DATABASE);
    await driver.until(
      (database) =>
        new Promise((resolve) => {
          const opening = indexedDB.open(database);
          opening.onsuccess = () => {
            const reading = opening.result
              .transaction('entries')
              .objectStore('entries')
              .getAllKeys();
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result.includes('api/dashboard/stats'));
            };
          };
        }),
      DATABASE,
    );
  }

  async function upload(file: string): Promise<void> {
    const path = join(newDataDir(), file);
    writeFileSync(path, zipOf({ 'a.txt': file.repeat(100) }));
    await driver.type('input[type=file]', '', path);
    await driver.shows(file, UPLOAD.dialog);
  }

  const arrived = (file: string) =>
    expect
      .poll(async () => {
        const bundles = await operator.read<{ name: string; status: string }[]>('/api/zip/bundles');
        return bundles.find((bundle) => bundle.name === file)?.status;
      })
      .toBe('validated');

  const journey = (what: string, work: () => Promise<void>) =>
    test(what, async () => {
      onTestFailed(async () => {
        mkdirSync('artefacts/browsers', { recursive: true });
        const picture = Buffer.from(await driver.screenshot(), 'base64');
        writeFileSync(
          `artefacts/browsers/${name}-${what.slice(0, 20).replaceAll(' ', '-')}.png`,
          picture,
        );
      });
      onTestFinished(() => proxy.down(false));
      await work();
    });

  journey('sign-in: a visitor signs up, signs out and signs in again', async () => {
    await go('/signup');
    // Of a page that is left while its first registration loads, WebKit 2.50 never ends that registration.
    await hasCopy();
    await driver.type('input', 'Username', 'ada');
    await driver.type('input', 'Email', 'ada@mesh.example');
    await driver.type('input', 'Password', PASSWORD);
    await driver.type('input', 'Confirm password', PASSWORD);
    await driver.click('button', 'Create Account');
    await driver.shows('Account Created!');
    await isLive();
    await driver.click('button', 'Admin User');
    await driver.click('[role=menuitem]', 'Sign out');
    await driver.until(
      () => location.pathname === '/login' && document.documentElement.dataset.ready !== undefined,
    );
    await signIn();
  });

  journey(
    'main job: a bundle is validated, and what happens elsewhere is shown by itself',
    async () => {
      await driver.click('button', 'Upload ZIP Bundle');
      await upload('first.zip');
      await driver.click('button', UPLOAD.button);
      await driver.shows('ZIP bundle uploaded successfully');
      await arrived('first.zip');
      await driver.shows('first.zip passed validation');
      await operator.send('/api/system/sync', {});
      await driver.shows('sync', '[role=region], section');
    },
  );

  journey(
    'navigation: twenty full loads and Back are live without a wait for the last page',
    async () => {
      const paths = ['/zip-bundles', '/mesh-network', '/incidents', '/dashboard'];
      for (let i = 0; i < 20; i += 1) {
        await go(paths[i % paths.length] ?? '');
        const waits = await driver.until(async () => {
          const page = document.documentElement;
          const { pending = [] } = await navigator.locks.query();
          if (pending.length > 0) page.dataset.waited = '';
          const isLive = /\bLive\b/.test(document.querySelector('header')?.innerText ?? '');
          return isLive && `${page.dataset.waited !== undefined}`;
        });
        expect(waits, `for the lead, at load ${i}`).toBe('false');
        await diskWorks();
        await driver.evaluate((mark) => {
          document.documentElement.dataset.journey = mark;
        }, String(i));
      }
      await driver.back();
      await isLive('19');
      await diskWorks();
    },
  );

  journey('reloads: a page that is pulled down ten times is live', async () => {
    for (let i = 0; i < 10; i += 1)
      await driver.evaluate((mark) => {
        // A page that has just begun to load may have no element yet.
        document.querySelector('html')?.setAttribute('data-journey', mark);
        location.reload();
      }, `reload ${i}`);
    await isLive('reload 9');
    await diskWorks();
  });

  journey('tabs: each is live for itself, also when the other is closed', async () => {
    const first = await driver.window();
    const second = await driver.openTab();
    await go('/dashboard');
    await isLive();
    await driver.switchTo(first);
    await driver.closeTab();
    await driver.switchTo(second);
    await operator.send('/api/system/sync', {});
    await isLive();
  });

  journey('outbox: an upload that is made offline is sent when the server is back', async () => {
    await go('/dashboard?show=upload');
    await isLive();
    await hasCopy();
    await upload('offline.zip');
    proxy.down(true);
    await driver.click('button', UPLOAD.button);
    const said = await driver.until(
      () => /Saved on this device|Keep this page open/.exec(document.body.innerText)?.[0],
    );
    // A private session of WebKit, as an automated one is, keeps no files.
    expect(said).toBe(name === 'webkit' ? 'Keep this page open' : 'Saved on this device');
    await driver.until(() => document.querySelector('[role=dialog]') === null);
    expect(await driver.evaluate(() => document.body.innerText)).not.toContain('Failed to upload');
    if (said === 'Saved on this device') {
      await go('/zip-bundles');
      await driver.until(() => document.querySelector('[aria-label^="Uploads, 1"]'));
    }
    proxy.down(false);
    await arrived('offline.zip');
  });

  journey(
    'offline: a page that is opened without a server shows dated data, and is live when it is back',
    async () => {
      // One whose disk no page before has locked, and whose page lives on in its tab.
      if (name === 'webkit') {
        await driver.close();
        driver = await open();
        await driver.resize(1400, 1000);
        await go('/login');
        await hasCopy();
        await signIn();
      }
      await hasCopy();
      await hasLastKnown();
      proxy.down(true);
      if (name === 'webkit') await driver.openTab();
      await go('/dashboard');
      await driver.until(() => /as of (?:now|\d)|since \d/i.test(document.body.innerText));
      await driver.shows('6/7', 'main');
      proxy.down(false);
      await isLive();
    },
  );

  journey('platforms: all six are shown, and each has a screen', async () => {
    for (const platform of PLATFORMS) await driver.shows(`${platform}.mesh.example`);
    await driver.click('a[href^="/mesh-network/"]', 'forge.mesh.example');
    await driver.shows('forge.mesh.example', 'main');
    await driver.until(() => location.pathname.startsWith('/mesh-network/'));
  });

  journey('worker life: a worker that dies is replaced', async () => {
    await go('/dashboard');
    await isLive();
    await driver.evaluate(() => {
      const { postMessage } = Worker.prototype;
      let dead: Worker | undefined;
      Worker.prototype.postMessage = function post(this: Worker, ...given: [unknown]) {
        dead ??= this;
        if (this !== dead) {
          document.documentElement.dataset.journey = 'replaced';
          Worker.prototype.postMessage = postMessage;
          return postMessage.apply(this, given);
        }
        this.dispatchEvent(new ErrorEvent('error', { message: 'killed by the journey' }));
      };
      // The page's state goes to the worker.
      dispatchEvent(new Event('online'));
    });
    await driver.until(() => document.documentElement.dataset.journey === 'replaced');
    await isLive();
    await operator.send('/api/system/sync', {});
    await driver.shows('6/7', 'main');
  });

  journey('content policy: scripts in the page and from elsewhere do not run', async () => {
    const refused = await driver.until(async () => {
      const violations: string[] = [];
      addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.violatedDirective),
      );
      const script = document.createElement('script');
      try {
        script.src = 'https://evil.example/x.js';
        document.head.append(script);
      } catch {
        violations.push('script-src');
      }
      await new Promise((resolve) => setTimeout(resolve));
      return violations;
    });
    expect(refused.join()).toContain('script');
  });

  journey('screens: nothing is wider than a phone or a tablet', async () => {
    for (const [width, height] of [
      [820, 1180],
      [500, 850],
    ] as const) {
      await driver.resize(width, height);
      for (const path of [
        '/dashboard',
        '/zip-bundles',
        '/mesh-network',
        '/incidents',
        '/account',
      ]) {
        await go(path);
        await driver.until(() => document.querySelector('main h1, header h1, h1'));
        const wider = await driver.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        expect(wider, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await driver.resize(1400, 1000);
  });

  journey(
    'keyboard: the first stop skips to the content, and the palette opens a screen',
    async () => {
      await go('/dashboard');
      await isLive();
      await driver.press(KEY.tab);
      await driver.until(() => document.activeElement?.textContent === 'Skip to content');
      await driver.press(KEY.enter);
      await driver.until(() => document.activeElement?.tagName === 'MAIN');
      await driver.press(`${KEY.control}k`);
      // The palette's own field: the one that stands in for it while it loads goes when it comes.
      await driver.until(() => document.activeElement?.matches('[role=dialog] input'));
      await driver.press(...'heartbeat');
      // The key takes the entry that is selected, which is the first one once the list is that of the last letter.
      await driver.until(() =>
        document.querySelector('[data-action][data-selected]')?.textContent?.includes('Heartbeat'),
      );
      await driver.press(KEY.enter);
      await driver.until(() => location.pathname.includes('heartbeat'));
    },
  );
}
