import { Suspense } from 'react';
import { useAway } from '../../client/away/use-away.ts';
import { extra } from '../shell/extra.ts';

const AwayPanel = extra(async () => (await import('./away-panel.tsx')).AwayPanel);

/** Shown to somebody who comes back after more than a minute. */
export function AwaySection() {
  const { report, dismiss } = useAway();
  if (report === undefined) return null;
  return (
    <Suspense>
      <AwayPanel {...report} onDismiss={dismiss} />
    </Suspense>
  );
}
