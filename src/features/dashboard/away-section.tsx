import { useSyncExternalStore } from 'react';
import { awayWatch } from '../../console/away/own-away-watch.ts';
import { extra } from '../../ui/extra.tsx';

const AwayNotice = extra(async () => (await import('./away-panel.tsx')).AwayNotice);

/** What changed while nobody could look at this screen. */
export function AwaySection() {
  const absence = useSyncExternalStore(awayWatch.subscribe, awayWatch.absence);
  if (absence === undefined) return null;
  return <AwayNotice absence={absence} onDismiss={awayWatch.dismiss} />;
}
