import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { ownBuild } from '../product.ts';
import { tabStorage } from '../storage.ts';
import { createServiceWorkerClient, type ServiceWorkerState } from './service-worker-client.ts';
import { createUpdateController, type UpdateState } from './update-controller.ts';
import { createUpdateTabs } from './update-tabs.ts';

export type { ServiceWorkerState } from './service-worker-client.ts';
export type { CheckResult, UpdateState } from './update-controller.ts';

/** The page's one update controller; it runs as long as the page does. */

const CHECK_EVERY_MS = 60 * 60_000;
/** While the server has a build that could not be taken. */
const CHECK_BEHIND_MS = 30_000;
/** Timers of a hidden page run late, so the clock is compared more often than a check is due. */
const COMPARE_EVERY_MS = 15_000;
/** A page that is shown and hidden again and again does not ask each time. */
const CHECK_AGAIN_MS = 60_000;
/** What was put off is tried again this often. */
const RETRY_MS = 5000;
const LAST_RELOAD = 'reloaded-for-build';

const uploads = new Set<() => boolean>();
/** This page is a display. */
let isUnattended = false;
const isUploading = () => [...uploads].some((ask) => ask());
const isWriting = watchWriting(new AbortController().signal);
const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
const worker = createServiceWorkerClient({
  workbox: container && new Workbox('/service-worker.js', { updateViaCache: 'none' }),
  container,
  onTakeover: (build) => controller.onTakeover(build),
});
const controller = createUpdateController({
  ownBuild: ownBuild(),
  worker,
  tabs: createUpdateTabs(new BroadcastChannel('updates'), {
    isUploading,
    isAttended: () => !isUnattended && document.visibilityState === 'visible',
    onOtherUpdated: (build) => controller.onTakeover(build),
    after: (ms, task) => setTimeout(task, ms),
  }),
  readServedBuild,
  now: () => Date.now(),
  isUploading,
  isWriting,
  lastReload: {
    get: () => tabStorage.get(LAST_RELOAD),
    set: (build) => tabStorage.set(LAST_RELOAD, build),
  },
  reload: () => location.reload(),
});

/** Registers the service worker and looks for other versions from now on. A page that was not built has neither. */
export function startUpdates(): void {
  if (ownBuild() === 'development') return;
  void worker.register().then(() => {
    // The browser looks by itself when a page is opened; it does not say what came of that.
    if (worker.get().inControl) void controller.check();
  });
  setInterval(() => {
    const everyMs = controller.isBehind() ? CHECK_BEHIND_MS : CHECK_EVERY_MS;
    void controller.checkUnlessWithin(everyMs);
  }, COMPARE_EVERY_MS);
  setInterval(controller.retryHeld, RETRY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void controller.checkUnlessWithin(CHECK_AGAIN_MS);
  });
}

/** The server can be reached again, and said which build it serves, if it says such things. */
export function onServerBack(build: string | undefined): void {
  controller.onServerBuild(build);
  const isOwn = build === undefined || build === ownBuild();
  void (isOwn ? controller.checkUnlessWithin(RETRY_MS) : controller.check());
}

/**
 * Keeps every tab of this device on its version while something is being sent or was not sent.
 *
 * @returns the undo
 */
export function holdWhileUploading(ask: () => boolean): () => void {
  uploads.add(ask);
  return () => uploads.delete(ask);
}

/**
 * For a display: goes over to a new version by itself, at the first quiet moment.
 *
 * @param isQuiet whether a reload would disturb nobody
 * @returns the undo
 */
export function updateWhenQuiet(isQuiet: () => boolean): () => void {
  isUnattended = true;
  const timer = setInterval(() => {
    const isBusy = isUploading() || isWriting();
    if (controller.get().state === 'ready' && !isBusy && isQuiet()) void controller.updateAlone();
  }, RETRY_MS);
  return () => {
    isUnattended = false;
    clearInterval(timer);
  };
}

export const checkForUpdate = controller.check;
export const updateNow = controller.updateNow;

export function useUpdate(): UpdateState {
  return useSyncExternalStore(controller.subscribe, controller.get);
}

export function useServiceWorker(): ServiceWorkerState {
  return useSyncExternalStore(worker.subscribe, worker.get);
}

async function readServedBuild(): Promise<string | undefined> {
  try {
    const html = await (await fetch('/index.html', { cache: 'no-store' })).text();
    return /<meta name="build" content="(?<build>\w+)"/.exec(html)?.groups?.build;
  } catch {
    // No answer at all.
    return undefined;
  }
}

/**
 * Whether somebody is in the middle of something on this page: text was typed into a form, or a dialog is
 * open. Searches and filters, which are no form's, are no work to lose.
 *
 * @param over ends the watch
 * @returns asks
 */
export function watchWriting(over: AbortSignal): () => boolean {
  const written = new Set<HTMLInputElement | HTMLTextAreaElement>();
  const note = ({ target }: Event) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && target.form !== null) written.add(target);
  };
  // The watch begins late: what was typed before is not what the field began with.
  for (const field of document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)'))
    if (field.value !== field.defaultValue) written.add(field);
  document.addEventListener('input', note, { capture: true, signal: over });
  return () => {
    for (const field of written) if (!field.isConnected) written.delete(field);
    const holdsText = [...written].some(({ value }) => value !== '');
    return holdsText || [...document.querySelectorAll('[role=dialog]')].some(isShown);
  };
}

/** Some are always in the page, and shown when they are opened. */
const isShown = (element: Element) => element.getClientRects().length > 0;
