import { useAway } from '../../link/use-away.ts';
import { AwayPanel } from '../../ui/away/away-panel.tsx';

/** Shown to somebody who comes back after more than a minute. */
export function AwaySection() {
  const { report, dismiss } = useAway();
  return report ? <AwayPanel {...report} onDismiss={dismiss} /> : null;
}
