import { findingsText } from '../../ui/diagnostics/diagnosis.ts';
import { DiagnosticsDialog } from '../../ui/diagnostics/diagnostics-dialog.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { useDiagnosis } from './-use-diagnosis.ts';

interface OpenedDiagnosticsProps {
  opened: boolean;
  onClose: () => void;
}

/** The diagnostics with what they found. */
export function OpenedDiagnostics({ opened, onClose }: OpenedDiagnosticsProps) {
  const { findings, now, running, run } = useDiagnosis();
  function copy(): void {
    copyText(findingsText(findings, now)).then(
      () => showToast({ title: 'Diagnostics copied', tone: 'good' }),
      () => showToast({ title: 'The browser does not let this page copy', tone: 'bad' }),
    );
  }
  return (
    <DiagnosticsDialog
      opened={opened}
      findings={findings}
      running={running}
      onRun={run}
      onCopy={copy}
      onClose={onClose}
    />
  );
}

/** Browsers let pages copy in secure contexts alone. */
async function copyText(text: string): Promise<void> {
  if (!('clipboard' in navigator)) throw new Error('No clipboard');
  await navigator.clipboard.writeText(text);
}
