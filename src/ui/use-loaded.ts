import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '../console/notices.ts';
import { sleep } from '../shared/time.ts';

const LOAD_AGAIN_MS = 5000;

/** @returns what is loaded, tried again until it is; undefined when the signal ended that first */
export async function untilLoaded<Loaded>(
  load: () => Promise<Loaded>,
  signal: AbortSignal,
): Promise<Loaded | undefined> {
  for (;;) {
    const loaded = await load().catch(() => undefined);
    if (loaded !== undefined || !(await sleep(LOAD_AGAIN_MS, signal))) return loaded;
  }
}

/** How the code of a part comes. */
export interface PartLoading {
  /** Whether the last try failed. */
  readonly hasFailed: boolean;
  readonly tryAgain: () => void;
}

/**
 * A component whose code loads when it is wanted. Unlike `React.lazy`, a load that failed is tried again, and takes nothing
 * else from the screen. `NotLoaded` says so in the place of a part that is missed.
 *
 * @param onFailed for what somebody asked for: called instead of trying again in some seconds
 * @returns the component; undefined until it is loaded
 */
export function useLoading<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted = true,
  onFailed?: () => void,
): PartLoading & { readonly component: ComponentType<Props> | undefined } {
  const [component, setComponent] = useState<ComponentType<Props>>();
  const [hasFailed, setFailed] = useState(false);
  const current = useRef<AbortController>(undefined);

  async function tryNow(): Promise<void> {
    current.current?.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    const loaded = await load().catch(() => undefined);
    if (signal.aborted) return;
    setComponent(() => loaded);
    setFailed(!loaded);
    if (loaded) return;
    if (onFailed) onFailed();
    else if (await sleep(LOAD_AGAIN_MS, signal)) await tryNow();
  }

  const start = useEffectEvent(() => void tryNow());
  const isMissing = wanted && component === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    start();
    return () => current.current?.abort();
  }, [isMissing]);
  return { component, hasFailed, tryAgain: () => void tryNow() };
}

/**
 * The same for what somebody asked for: where it cannot be loaded a notice says so, and it is given up.
 *
 * @returns the component; undefined until it is loaded
 */
export function useAskedFor<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  giveUp: () => void,
): ComponentType<Props> | undefined {
  return useLoading(load, wanted, () => {
    notifyLoadFailed();
    giveUp();
  }).component;
}

/** Says that what was asked for could not be loaded. */
export function notifyLoadFailed(): void {
  notify({
    title: 'Could not be loaded',
    message: 'Check the connection, and try again.',
    severity: 'error',
  });
}
