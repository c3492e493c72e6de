import { lazy, Suspense } from 'react';
import { useAway } from '../../link/use-away.ts';

const AwayPanel = lazy(async () => {
  const { AwayPanel: panel } = await import('../../ui/away/away-panel.tsx');
  return { default: panel };
});

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
