import { useCallback, useEffect, useRef, useState } from 'react';

/** How long cursor and controls stay after the last input. */
const CURSOR_SHOWN_MS = 3000;
const CONTROLS_SHOWN_MS = 10_000;

export interface UserActivity {
  /** The pointer moved: the cursor is shown. */
  readonly isPresent: boolean;
  /** Somebody tapped or pressed a key: the controls are shown. */
  readonly isActive: boolean;
}

/** Detects user input on an unattended display. */
export function useUserActivity(): UserActivity {
  const presence = useTimedFlag(CURSOR_SHOWN_MS);
  const activity = useTimedFlag(CONTROLS_SHOWN_MS);
  const { begin: beginPresence } = presence;
  const { begin: beginActivity } = activity;
  useEffect(() => {
    const over = new AbortController();
    const options = { signal: over.signal, passive: true };
    addEventListener('pointermove', beginPresence, options);
    for (const type of ['pointerdown', 'keydown'] as const) {
      addEventListener(type, beginPresence, options);
      addEventListener(type, beginActivity, options);
    }
    return () => over.abort();
  }, [beginPresence, beginActivity]);
  return { isPresent: presence.on, isActive: activity.on };
}

/** A flag that is on from `begin` until `ms` after the last call. */
export function useTimedFlag(ms: number) {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    setOn(false);
  }, []);
  const begin = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(end, ms);
    setOn(true);
  }, [end, ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { on, begin };
}
