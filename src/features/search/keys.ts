import { useEffect, useRef } from 'react';

/** What the second key after G leads to. */
export const SCREEN_KEYS = {
  d: '/dashboard',
  m: '/mesh-network',
  b: '/zip-bundles',
  w: '/admin-watchdog',
} as const;

/** The second key has to come within this time. */
const SEQUENCE_MS = 1500;

interface ConsoleKeys {
  onSearch: () => void;
  onKeys: () => void;
  onScreen: (path: (typeof SCREEN_KEYS)[keyof typeof SCREEN_KEYS]) => void;
}

/** The keys that work on every screen: Ctrl+K or Cmd+K, ?, and G with the letter of a screen. */
export function useConsoleKeys(handlers: ConsoleKeys): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    function onLetter(key: string, at: number): void {
      const screen = at - startedAt < SEQUENCE_MS ? screenOf(key) : undefined;
      startedAt = key === 'g' ? at : Number.NEGATIVE_INFINITY;
      if (screen) latest.current.onScreen(screen);
      else if (key === '?') latest.current.onKeys();
    }
    function onKeyDown(event: KeyboardEvent): void {
      const key = event.key.toLowerCase();
      const hasModifier = event.ctrlKey || event.metaKey;
      if (hasModifier && key === 'k') {
        event.preventDefault();
        latest.current.onSearch();
      } else if (!hasModifier && !event.altKey && !isBusy(event.target)) {
        onLetter(key, event.timeStamp);
      }
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const screenOf = (key: string) =>
  Object.hasOwn(SCREEN_KEYS, key) ? SCREEN_KEYS[key as keyof typeof SCREEN_KEYS] : undefined;

/** Letters are text in a field, and belong to the dialog that is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
