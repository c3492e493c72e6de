import type { Workbox } from 'workbox-window';
import { createValueStore } from '../../shared/subscribable.ts';

export interface ServiceWorkerState {
  /** false: an old browser, or a page that was not opened over HTTPS. */
  readonly supported: boolean;
  /** It answers for this page. */
  readonly inControl: boolean;
  /** It has every file, and answers for pages that are opened from now on. */
  readonly kept: boolean;
  /** Name of its build; undefined until it has said so. */
  readonly build: string | undefined;
  readonly installing: boolean;
  /** A newer one is complete on this device. */
  readonly waiting: boolean;
  /** The newest could not be kept: no room, or a file that did not arrive whole. */
  readonly failed: boolean;
}

interface ServiceWorkerDeps {
  /** Undefined where the browser has no service workers. */
  readonly workbox: Pick<Workbox, 'register' | 'addEventListener'> | undefined;
  readonly container: ServiceWorkerContainer | undefined;
  /** A build has taken over this page, or had before the page asked. */
  readonly onTakeover: (build: string) => void;
}

export type ServiceWorkerClient = ReturnType<typeof createServiceWorkerClient>;

/** This page's service worker, as a page sees it: registered once, asked for updates, asked to take over. */
export function createServiceWorkerClient(deps: ServiceWorkerDeps) {
  const { workbox, container, onTakeover } = deps;
  let registration: ServiceWorkerRegistration | undefined;
  const store = createValueStore<ServiceWorkerState>({
    supported: workbox !== undefined,
    inControl: Boolean(container?.controller),
    kept: false,
    build: undefined,
    installing: false,
    waiting: false,
    failed: false,
  });

  function refresh(next: Partial<ServiceWorkerState> = {}): void {
    store.set({
      ...store.get(),
      inControl: Boolean(container?.controller),
      kept: Boolean(registration?.active),
      installing: Boolean(registration?.installing),
      // The very first one waits for nobody and is no update.
      waiting: Boolean(registration?.waiting && registration.active),
      ...next,
    });
  }

  /** workbox-window reports the first update of a page only; a page may be open for months. */
  function followInstalling(): void {
    const worker = registration?.installing;
    let isComplete = false;
    worker?.addEventListener('statechange', () => {
      isComplete ||= worker.state === 'installed';
      // A complete one becomes redundant as well, when a newer one replaces it.
      if (isComplete || worker.state === 'redundant') refresh({ failed: !isComplete });
      else refresh();
    });
    refresh();
  }

  function onMessage({ data }: MessageEvent): void {
    if (typeof data?.build !== 'string') return;
    const { kind, build } = data;
    refresh({ build, ...(kind === 'activated' && { failed: false }) });
    const { inControl, waiting, installing } = store.get();
    const wasMissed = kind === 'running' && !waiting && !installing;
    if (inControl && (kind === 'activated' || wasMissed)) onTakeover(build);
  }

  return {
    /** Never rejects: a page without a service worker is served by the server. */
    async register(): Promise<void> {
      // workbox-window drops the messages of a service worker that came after its first update.
      container?.addEventListener('message', onMessage);
      workbox?.addEventListener('controlling', () => refresh());
      try {
        registration = await workbox?.register({ immediate: true });
      } catch {
        // The server cannot be reached, or the browser forbids it: what runs already goes on.
        registration = await container?.getRegistration().catch(() => undefined);
      }
      registration?.addEventListener('updatefound', followInstalling);
      followInstalling();
      registration?.active?.postMessage({ kind: 'which' });
    },
    /** Asks the server for a newer one. Never rejects. @returns whether the server was reached */
    async check(): Promise<boolean> {
      try {
        await registration?.update();
        return registration !== undefined;
      } catch {
        // No answer, or one that is no service worker: what runs goes on.
        return false;
      } finally {
        refresh();
      }
    },
    /** Lets the waiting one take over. */
    activateWaiting: () => registration?.waiting?.postMessage({ kind: 'activate' }),
    get: store.get,
    subscribe: store.subscribe,
  };
}
