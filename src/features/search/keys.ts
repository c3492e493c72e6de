import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { deviceStorage } from '../../device/storage.ts';
import { keyIn } from '../../domain/address-values.ts';

/** What the second key after G leads to. */
export const SCREEN_KEYS = {
  d: '/dashboard',
  m: '/mesh-network',
  b: '/zip-bundles',
  w: '/admin-watchdog',
} as const;

/** The second key has to come within this time. */
const SEQUENCE_MS = 1500;

/** Under which this device remembers that they are off. */
const SINGLE_KEYS = 'single-keys';

/**
 * Keys that are commands alone, without Ctrl or Cmd. Who dictates, or presses keys by accident, can switch them off
 * (WCAG 2.1.4).
 */
export const singleKeys = {
  areOn: () => deviceStorage.get(SINGLE_KEYS) !== 'off',
  switch: (on: boolean) => void deviceStorage.set(SINGLE_KEYS, on ? 'on' : 'off'),
};

interface ConsoleKeys {
  onSearch: () => void;
  onKeys: () => void;
  onScreen: (path: (typeof SCREEN_KEYS)[keyof typeof SCREEN_KEYS]) => void;
}

/** The keys that work on every screen: Ctrl+K or Cmd+K, ?, and G with the letter of a screen. */
export function useConsoleKeys(handlers: ConsoleKeys): void {
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  function onLetter(key: string, at: number): void {
    const isSecond = at - startedAt.current < SEQUENCE_MS;
    const letter = isSecond ? keyIn(SCREEN_KEYS, key) : undefined;
    startedAt.current = key === 'g' ? at : Number.NEGATIVE_INFINITY;
    if (letter) handlers.onScreen(SCREEN_KEYS[letter]);
    else if (key === '?') handlers.onKeys();
  }
  useWindowEvent('keydown', (event) => {
    const key = event.key.toLowerCase();
    const hasModifier = event.ctrlKey || event.metaKey;
    if (hasModifier && key === 'k') {
      event.preventDefault();
      handlers.onSearch();
    } else if (!hasModifier && !event.altKey && !isBusy(event.target) && singleKeys.areOn()) {
      onLetter(key, event.timeStamp);
    }
  });
}

/** Letters are text in a field, and belong to the dialog that is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
