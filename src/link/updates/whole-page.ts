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
