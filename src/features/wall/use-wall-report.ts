import { useEffect, useEffectEvent, useState } from 'react';
import { workerClient } from '../../console/worker-client.ts';
import { ownBuild } from '../../device/product.ts';
import { tabStorage } from '../../device/storage.ts';
import type { WallData } from './use-wall.ts';

const EVERY_MS = 10_000;
const TEXT_MAX = 80;
const [LOADED, ORDERED] = ['wall-loaded', 'wall-ordered'] as const;

/** An operator orders the reload that follows. */
export function noteOrderedReload(): void {
  tabStorage.set(ORDERED, '1');
}

/**
 * Says to the data worker what this display has painted, each time after a frame: where the browser paints none, or this page
 * hangs, nothing is said, and the worker reports that.
 */
export function useWallReport(isDisplay: boolean, { verdict, dataAt }: WallData): void {
  const [reload] = useState(reloadReason);
  const say = useEffectEvent(() => {
    const now = workerClient.serverNow();
    const painted = {
      build: ownBuild(),
      startedAt: Math.round(now - performance.now()),
      reload,
      paintedAt: Math.round(now),
      verdict: [verdict.badge, verdict.detail].filter(Boolean).join(', ').slice(0, TEXT_MAX),
      hash: hashOf(document.querySelector('[data-wall]')?.textContent ?? ''),
      dataAt: dataAt === undefined ? null : Math.round(dataAt),
      workers: workerClient.crashes().length,
      memoryBytes: memoryBytes(),
    };
    // The next one says the same to the worker that replaces a lost one.
    workerClient.painted(painted).catch(() => undefined);
  });
  useEffect(() => {
    if (!isDisplay) return;
    let frame = 0;
    const onFrame = (then: () => void) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(then);
    };
    // The second frame begins when the first was painted.
    const paint = () => onFrame(() => onFrame(() => say()));
    paint();
    const timer = setInterval(paint, EVERY_MS);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
    };
  }, [isDisplay]);
}

/** @returns why this page was loaded, in words: the same for every wall that it shows */
function reloadReason(): string {
  const page = String(performance.timeOrigin);
  const [lastPage, build, before] = (tabStorage.get(LOADED) ?? '').split('\n');
  if (lastPage === page && before) return before;
  const reason = findReason(build);
  tabStorage.remove(ORDERED);
  tabStorage.set(LOADED, [page, ownBuild(), reason].join('\n'));
  return reason;
}

/** @param build of the page before this one, in this tab */
function findReason(build: string | undefined): string {
  if (build && build !== ownBuild()) return 'new version';
  if (tabStorage.get(ORDERED)) return 'reload ordered';
  if ((document as { readonly wasDiscarded?: boolean }).wasDiscarded)
    return 'discarded by the browser';
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload'
    ? 'reloaded'
    : 'opened';
}

/** Chromium alone says it. */
const memoryBytes = (): number | null =>
  (performance as { readonly memory?: { readonly usedJSHeapSize: number } }).memory
    ?.usedJSHeapSize ?? null;

/** FNV-1a, which needs no secure context. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
