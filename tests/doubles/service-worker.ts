import { vi } from 'vitest';

/**
 * The browser's side of a service worker, moved by hand.
 *
 * @param registration undefined for a browser that is not asked yet
 * @param controller what answers for the page
 */
export function containerOf(registration: object | undefined, controller: object | null) {
  const events = new EventTarget();
  const container = Object.assign(events, {
    controller,
    startMessages: vi.fn(),
    register: registration ? async () => registration : () => new Promise(() => undefined),
    getRegistration: async () => registration,
  });
  return Object.assign(container as unknown as ServiceWorkerContainer, {
    takeOver() {
      Object.assign(events, { controller: {} });
      events.dispatchEvent(new Event('controllerchange'));
    },
  });
}

/** What the browser knows of one that runs; `more` of it is another's. */
export const registrationOf = (more: object = {}) =>
  Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: { postMessage: vi.fn() },
    update: vi.fn(async () => undefined),
    ...more,
  });
