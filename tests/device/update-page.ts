import { onTestFinished, vi } from 'vitest';
import { containerOf, registrationOf, workboxOf } from '../doubles/service-worker.ts';

/** What a page of a browser is to the updates, with its clock and its events in the test's hands. */
export interface UpdatePage {
  readonly updates: typeof import('../../src/device/updates/updates.ts');
  /** How often the server was asked for another service worker. */
  asked(): number;
  /** Another one is on the device and waits. */
  isReady(): void;
  /** How often the waiting worker got SKIP_WAITING. */
  activated(): number;
  /** The one of another build has taken over. */
  takenOverBy(build: string): void;
  reloads(): number;
  become(visibility: 'visible' | 'hidden'): void;
  /** Time goes by, and whatever is due happens. */
  after(ms: number): Promise<unknown>;
}

const ORIGIN = 'https://mesh.example';

/** Opens a page of the build 'own' under its service worker; its updates have not begun. */
export async function openUpdatePage(): Promise<UpdatePage> {
  vi.resetModules();
  vi.useFakeTimers();
  const waiting = { postMessage: vi.fn() };
  const registration = registrationOf();
  const container = containerOf(registration, {});
  const workbox = workboxOf(async () => registration);
  vi.doMock('workbox-window', () => ({
    Workbox: class {
      constructor() {
        Object.assign(this, workbox);
      }
    },
  }));
  const reload = vi.fn();
  const remembered = new Map<string, string>();
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelector: () => ({ content: 'own' }),
    querySelectorAll: () => [],
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', { href: `${ORIGIN}/`, origin: ORIGIN, reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => remembered.get(key) ?? null,
    setItem: (key: string, value: string) => remembered.set(key, value),
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = vi.fn();
      onmessage = null;
    },
  );
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.doUnmock('workbox-window');
    vi.resetModules();
  });
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    updates: await import('../../src/device/updates/updates.ts'),
    asked: () => registration.update.mock.calls.length,
    isReady() {
      Object.assign(registration, { waiting });
    },
    activated: () => waiting.postMessage.mock.calls.length,
    takenOverBy(build) {
      container.message({ kind: 'activated', build });
    },
    reloads: () => reload.mock.calls.length,
    become(visibilityState) {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    after,
  };
}
