import { Suspense, useSyncExternalStore } from 'react';
import { createAwayWatch } from '../../client/away/away-watch.ts';
import { seenMemory } from '../../client/away/seen-memory.ts';
import { onTick } from '../../client/connection.ts';
import { pageCache } from '../../client/page-cache.ts';
import { workerClient } from '../../client/worker-client.ts';
import { extra } from '../shell/extra.ts';

const watch = createAwayWatch(pageCache, workerClient, onTick, seenMemory);

const AwayPanel = extra(async () => (await import('./away-panel.tsx')).AwayPanel);

/** What changed while nobody could look at this screen for more than a minute. */
export function AwaySection() {
  const report = useSyncExternalStore(watch.subscribe, watch.report);
  if (report === undefined) return null;
  return (
    <Suspense>
      <AwayPanel {...report} onDismiss={watch.dismiss} />
    </Suspense>
  );
}
