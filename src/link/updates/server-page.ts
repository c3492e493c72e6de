import { ownBuild } from '../../product.ts';
import { servedBuild } from './served-build.ts';

/** Whether the server itself, past everything that this device keeps, has the build of this page. */
export async function askServer(): Promise<'same' | 'another' | 'unreachable'> {
  const build = await servedBuild();
  if (build === undefined) return 'unreachable';
  return build === ownBuild() ? 'same' : 'another';
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
