import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import fastify from 'fastify';
import type { BrowserContext } from 'playwright-core';

/**
 * Another console of its kind, light and well made, opened in the same run: absolute times differ by half from machine to
 * machine, the ratio to it does not. It comes from npm's registry into a temporary folder and is no dependency.
 */
const REFERENCE = 'zigbee2mqtt-windfront@2.15.0';
/** On its first screen, once that is drawn. It has no backend here, and waits for none. */
const READY = 'Recent activity';

/** @returns where its pages are served on loopback, files compressed as they were published; undefined: no registry */
export async function serveReference(): Promise<
  { readonly url: string; close(): Promise<unknown> } | undefined
> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    execFileSync('npm', ['pack', REFERENCE, '--silent'], { cwd: folder });
  } catch {
    return undefined;
  }
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder });
  const server = fastify();
  server.register(serveStatic, {
    root: join(folder, 'package', 'dist'),
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
  });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

/** Lets its pages say when they are ready, as this console's pages do by themselves. */
export async function markReference(context: BrowserContext): Promise<void> {
  await context.addInitScript((text) => {
    new MutationObserver((_, observer) => {
      if (!document.body?.innerText.includes(text)) return;
      performance.mark('ready');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, READY);
}
