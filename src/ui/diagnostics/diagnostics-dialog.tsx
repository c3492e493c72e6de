import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import type { Finding } from './diagnosis.ts';
import styles from './diagnostics.module.css';

const LOOKS = {
  good: { Icon: IconCircleCheck, word: 'OK' },
  warn: { Icon: IconAlertTriangle, word: 'Attention' },
  bad: { Icon: IconCircleX, word: 'Problem' },
} as const;

interface DiagnosticsDialogProps {
  opened: boolean;
  findings: readonly Finding[];
  /** The reads are being made again. */
  running: boolean;
  onRun: () => void;
  onCopy: () => void;
  onClose: () => void;
}

/** What was found in every layer between this screen and the mesh. */
export function DiagnosticsDialog(props: DiagnosticsDialogProps) {
  const { opened, findings, running, onRun, onCopy, onClose } = props;
  return (
    <Dialog opened={opened} title="Diagnostics" size="l" onClose={onClose}>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <FindingLine key={finding.layer} finding={finding} />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<IconCopy aria-hidden="true" />} onClick={onCopy}>
          Copy as text
        </Button>
        <Button
          kind="primary"
          icon={<IconRefresh aria-hidden="true" />}
          busy={running}
          onClick={onRun}
        >
          Run again
        </Button>
      </div>
    </Dialog>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const { Icon, word } = LOOKS[finding.result];
  return (
    <li className={styles.finding} data-result={finding.result}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div>
        <p className={styles.layer}>
          {finding.layer}
          <span className={styles.word}>{word}</span>
        </p>
        <p className={styles.text}>{finding.text}</p>
      </div>
    </li>
  );
}
