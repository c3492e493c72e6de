import { useSyncExternalStore } from 'react';
import { onTick } from '../ticks.ts';
import { dataWorker } from '../worker.ts';
import type { AwayReport } from './away.ts';
import { createAwayWatch } from './away-watch.ts';

const watch = createAwayWatch(dataWorker.mirror, onTick);

/** What changed while nobody could look at this screen for more than a minute; undefined: nothing to tell. */
export function useAway(): { report: AwayReport | undefined; dismiss: () => void } {
  return { report: useSyncExternalStore(watch.subscribe, watch.report), dismiss: watch.dismiss };
}
