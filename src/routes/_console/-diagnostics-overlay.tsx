import { lazy, Suspense } from 'react';
import { findingsText } from '../../ui/diagnostics/diagnosis.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { useOnceOpened } from './-once-opened.ts';
import { useDiagnosis } from './-use-diagnosis.ts';

const DiagnosticsDialog = lazy(async () => {
  const { DiagnosticsDialog: dialog } = await import('../../ui/diagnostics/diagnostics-dialog.tsx');
  return { default: dialog };
});

interface DiagnosticsOverlayProps {
  opened: boolean;
  onClose: () => void;
}

/** The diagnostics; nothing of them is loaded or watched before they are first opened. */
export function DiagnosticsOverlay({ opened, onClose }: DiagnosticsOverlayProps) {
  return useOnceOpened(opened) ? <Opened opened={opened} onClose={onClose} /> : null;
}

function Opened({ opened, onClose }: DiagnosticsOverlayProps) {
  const { findings, now, running, run } = useDiagnosis();
  function copy(): void {
    navigator.clipboard.writeText(findingsText(findings, now)).then(
      () => showToast({ title: 'Diagnostics copied', tone: 'good' }),
      () => showToast({ title: 'The browser does not let this page copy', tone: 'bad' }),
    );
  }
  return (
    <Suspense>
      <DiagnosticsDialog
        opened={opened}
        findings={findings}
        running={running}
        onRun={run}
        onCopy={copy}
        onClose={onClose}
      />
    </Suspense>
  );
}
