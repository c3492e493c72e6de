import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '../shared/notices.ts';
import { sleep } from '../shared/time.ts';

const LOAD_AGAIN_MS = 5000;

/**
 * A component whose code loads when it is first wanted. Unlike `React.lazy`, a load that failed is tried again the next
 * time, and takes nothing else from the screen.
 *
 * @param onFailed called when it cannot be loaded now
 * @returns undefined until it is loaded
 */
export function useLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFailed: () => void,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const start = useEffectEvent(load);
  const fail = useEffectEvent(onFailed);
  const isMissing = wanted && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    start().then(
      (component) => isCurrent && setLoaded(() => component),
      () => isCurrent && fail(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isMissing]);
  return loaded;
}

/**
 * A part of the page itself, which nobody asks for: a load that failed is tried again until it succeeds.
 *
 * @returns undefined until it is loaded
 */
export function useLoadedInTime<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted = true,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const start = useEffectEvent(load);
  useEffect(() => {
    if (!wanted) return undefined;
    const unmounted = new AbortController();
    async function tryUntilLoaded(): Promise<void> {
      try {
        const component = await start();
        if (!unmounted.signal.aborted) setLoaded(() => component);
      } catch {
        if (await sleep(LOAD_AGAIN_MS, unmounted.signal)) await tryUntilLoaded();
      }
    }
    void tryUntilLoaded();
    return () => unmounted.abort();
  }, [wanted]);
  return loaded;
}

/** Says that what was asked for could not be loaded. */
export function notifyLoadFailed(): void {
  notify({
    title: 'Could not be loaded',
    message: 'Check the connection, and try again.',
    severity: 'error',
  });
}
