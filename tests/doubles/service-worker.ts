import { vi } from 'vitest';

/** The part of workbox-window that the console uses, moved by hand. */
export function workboxOf(register: () => Promise<object>) {
  const listeners = new Map<string, (event: never) => void>();
  return {
    register: register as () => Promise<ServiceWorkerRegistration>,
    addEventListener(name: string, listener: (event: never) => void) {
      listeners.set(name, listener);
    },
    /** The page gets a service worker. */
    control: () => listeners.get('controlling')?.({} as never),
  };
}

/** `navigator.serviceWorker`. @param controller the service worker that answers for the page */
export function containerOf(registration: object, controller: object | null) {
  const events = new EventTarget();
  const container = Object.assign(events, {
    controller,
    getRegistration: async () => registration,
  });
  return Object.assign(container as unknown as ServiceWorkerContainer, {
    /** A service worker sends a message to the page. */
    message: (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data })),
  });
}

/** What the browser knows of a service worker that runs; `more` replaces parts of it. */
export const registrationOf = (more: object = {}) =>
  Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: { postMessage: vi.fn() },
    update: vi.fn(async () => undefined),
    ...more,
  });
