import { useSyncExternalStore } from 'react';
import { ownBuild } from '../../product.ts';
import { dressAgain } from './dress-again.ts';
import { servedBuild } from './served-build.ts';
import { createServiceWorkerDoor, type ServiceWorkerFacts } from './service-worker.ts';
import { watchWriting } from './unsaved-text.ts';
import { createUpdateChannel } from './update-channel.ts';
import { createUpdateFlow, type UpdateState } from './update-flow.ts';

export type { ServiceWorkerFacts } from './service-worker.ts';
export type { CheckResult, UpdateState } from './update-flow.ts';

/** The page's one update flow, made of the browser's parts; it runs as long as the page does. */

const CHECK_EVERY_MS = 60 * 60_000;
/** Timers of a hidden page run late, so the clock is looked at more often than a check is due. */
const LOOK_EVERY_MS = 60_000;
/** A page that is shown and hidden again and again does not ask each time. */
const CHECK_AGAIN_MS = 60_000;
/** What was put off is tried again this often. */
const TRY_AGAIN_MS = 5000;
const LAST_RELOAD = 'reloaded-for-build';

const uploads = new Set<() => boolean>();
/** Nobody stands at this page. */
let isAlone = false;
const isUploading = () => [...uploads].some((ask) => ask());
const isWriting = watchWriting(new AbortController().signal);
const whenMended = new Set<() => void>();
const worker = createServiceWorkerDoor(navigator.serviceWorker, (files) => {
  dressAgain(files);
  for (const tryAgain of whenMended) tryAgain();
});
const channel = createUpdateChannel(new BroadcastChannel('updates'), {
  isUploading,
  isAttended: () => !isAlone && document.visibilityState === 'visible',
  otherWent: (build) => flow.otherTabWent(build),
  after: (ms, run) => setTimeout(run, ms),
});
const flow = createUpdateFlow({
  ownBuild: ownBuild(),
  worker,
  servedBuild,
  now: () => Date.now(),
  isUploading,
  isWriting,
  ...channel,
  lastReload: { get: () => remembered(), set: remember },
  reload: () => location.reload(),
});

/** Registers the service worker and looks for other versions from now on. A page that was not built has neither. */
export function startUpdates(): void {
  if (ownBuild() === 'development') return;
  void worker.register().then(() => {
    // The browser looks by itself when a page is opened; what came of that, it does not tell.
    if (worker.facts().inControl) void flow.check();
  });
  setInterval(() => void flow.checkUnlessWithin(CHECK_EVERY_MS), LOOK_EVERY_MS);
  setInterval(() => flow.state().state === 'held' && flow.lookAgain(), TRY_AGAIN_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flow.checkUnlessWithin(CHECK_AGAIN_MS);
  });
}

/** The server can be reached again, and said which build it serves, if it says such things. */
export function serverIsBack(build: string | undefined): void {
  flow.serverSaid(build);
  const isOurs = build === undefined || build === ownBuild();
  void (isOurs ? flow.checkUnlessWithin(TRY_AGAIN_MS) : flow.check());
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

/** @param tryAgain what may have failed by files that were damaged on this device, called when such are whole again */
export function onMended(tryAgain: () => void): void {
  whenMended.add(tryAgain);
}

/** @returns whether loading this page anew would take something from somebody */
export const isAtWork = () => isUploading() || isWriting();

/**
 * For a screen that nobody stands at: goes over to a new version by itself, at the first moment that is quiet.
 *
 * @param isQuiet whether a reload would disturb nobody
 * @returns the undo
 */
export function updateWhenQuiet(isQuiet: () => boolean): () => void {
  isAlone = true;
  const timer = setInterval(() => {
    if (flow.state().state === 'ready' && !isAtWork() && isQuiet()) void flow.updateAlone();
  }, TRY_AGAIN_MS);
  return () => {
    isAlone = false;
    clearInterval(timer);
  };
}

export const checkForUpdate = flow.check;
export const updateNow = flow.updateNow;

export function useUpdate(): UpdateState {
  return useSyncExternalStore(flow.subscribe, flow.state);
}

export function useServiceWorker(): ServiceWorkerFacts {
  return useSyncExternalStore(worker.subscribe, worker.facts);
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(LAST_RELOAD);
  } catch {
    // A browser may forbid storage altogether: then nothing reloads by itself.
    return null;
  }
}

function remember(build: string): boolean {
  try {
    sessionStorage.setItem(LAST_RELOAD, build);
    return true;
  } catch {
    return false;
  }
}
