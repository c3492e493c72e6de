import { ownBuild } from '../../product.ts';

/**
 * Asks the server itself, past everything that this device keeps: it has the build of this page, another one,
 * or does not answer. Whoever answers with something else is not the server.
 */
export async function askServer(): Promise<'same' | 'another' | 'unreachable'> {
  try {
    // An address with a query is none that the service worker keeps.
    const answer = await fetch(`/index.html?at=${Date.now()}`, { cache: 'no-store' });
    const build = /<meta name="build" content="(?<name>\w+)"/.exec(await answer.text());
    if (build === null) return 'unreachable';
    return build.groups?.name === ownBuild() ? 'same' : 'another';
  } catch {
    // No answer at all.
    return 'unreachable';
  }
}

const MEND_LIMIT_MS = 5000;

/** Lets the service worker drop what is damaged of its copy, then loads the page anew. */
export async function reloadWhole(): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      setTimeout(resolve, MEND_LIMIT_MS);
      worker.postMessage({ kind: 'mend' }, [port2]);
    });
  }
  location.reload();
}
