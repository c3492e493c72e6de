import { trustedScriptUrl } from '../trusted-url.ts';

/**
 * The page's service worker, as a page sees it: registered once, asked for news, told to take over. It knows
 * nothing of when any of that is right.
 */
export interface ServiceWorkerDoor {
  /** Registers it, once a page. Never rejects: a page without one is a page of the server's. */
  register(): Promise<void>;
  /** Asks the server for another one. Never rejects. @returns whether the server was reached */
  check(): Promise<boolean>;
  /** Lets the one that waits take the place of the one that runs. */
  activate(): void;
  facts(): ServiceWorkerFacts;
  /** Called when the facts may have changed. @returns the undo */
  subscribe(listener: () => void): () => void;
}

export interface ServiceWorkerFacts {
  /** false: an old browser, or a page that was not opened over HTTPS. */
  readonly supported: boolean;
  /** It answers for this page. */
  readonly inControl: boolean;
  /** It has every file, and answers for a page that is opened from now on: a page that was had past it is not in its control. */
  readonly kept: boolean;
  /** Name of the build that it is of; undefined until it has said so. */
  readonly build: string | undefined;
  /** Counts up each time another one has taken over. */
  readonly takeovers: number;
  readonly installing: boolean;
  readonly waiting: boolean;
  /** The last one that came could not be kept: no room, or a file that did not arrive whole. */
  readonly failed: boolean;
}

const SERVICE_WORKER = '/service-worker.js';

const NOTHING: ServiceWorkerFacts = {
  supported: false,
  inControl: false,
  kept: false,
  build: undefined,
  takeovers: 0,
  installing: false,
  waiting: false,
  failed: false,
};

/**
 * @param container the browser's; undefined where it has none
 * @param mended called with the names of files that were damaged on this device and are whole now
 */
export function createServiceWorkerDoor(
  container: ServiceWorkerContainer | undefined,
  mended: (files: readonly string[]) => void,
): ServiceWorkerDoor {
  const listeners = new Set<() => void>();
  let registration: ServiceWorkerRegistration | undefined;
  let registering: Promise<void> | undefined;
  let facts: ServiceWorkerFacts = {
    ...NOTHING,
    supported: container !== undefined,
    // The browser knows that from the start; the rest it tells once it is asked.
    inControl: Boolean(container?.controller),
  };

  function become(next: Partial<ServiceWorkerFacts>): void {
    facts = { ...facts, ...next };
    for (const listener of [...listeners]) listener();
  }

  function look(): void {
    become({
      inControl: Boolean(container?.controller),
      kept: Boolean(registration?.active),
      installing: Boolean(registration?.installing),
      // The first of all waits for nobody: it is on its way to take over, and no news for this page.
      waiting: Boolean(registration?.waiting && registration.active),
    });
  }

  function followInstalling(): void {
    const worker = registration?.installing;
    if (!worker) return;
    let isKept = false;
    worker.addEventListener('statechange', () => {
      isKept ||= worker.state === 'installed';
      // One that was kept becomes redundant as well, when a newer one takes its place.
      if (isKept || worker.state === 'redundant') become({ failed: !isKept });
      look();
    });
    look();
  }

  function hear({ data }: MessageEvent): void {
    if (data?.kind === 'mended') mended(data.files);
    if (typeof data?.build !== 'string') return;
    if (data.kind === 'activated')
      become({ build: data.build, takeovers: facts.takeovers + 1, failed: false });
    if (data.kind === 'running') become({ build: data.build });
    look();
  }

  async function registerIn(browser: ServiceWorkerContainer): Promise<void> {
    browser.addEventListener('message', hear);
    browser.addEventListener('controllerchange', look);
    browser.startMessages();
    try {
      registration = await browser.register(trustedScriptUrl(SERVICE_WORKER), {
        updateViaCache: 'none',
      });
    } catch {
      // The server cannot be reached, or the browser forbids it: what runs already goes on.
      registration = await browser.getRegistration().catch(() => undefined);
    }
    registration?.addEventListener('updatefound', followInstalling);
    followInstalling();
    registration?.active?.postMessage({ kind: 'which' });
    // One that is there and yet answers not for this page may have lost its files, as a repair takes them away.
    if (!browser.controller) registration?.active?.postMessage({ kind: 'mend' });
    look();
  }

  return {
    register() {
      if (container === undefined) return Promise.resolve();
      registering ??= registerIn(container);
      return registering;
    },
    async check() {
      if (registration === undefined) return false;
      try {
        await registration.update();
        return true;
      } catch {
        // No answer, or one that is no service worker: what runs goes on.
        return false;
      } finally {
        look();
      }
    },
    activate: () => registration?.waiting?.postMessage({ kind: 'activate' }),
    facts: () => facts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
