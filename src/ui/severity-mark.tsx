import { IconAlertTriangleFilled, IconXboxXFilled } from '@tabler/icons-react';
import type { Severity } from '../../contract/limits.ts';
import styles from './severity-mark.module.css';

interface SeverityLook {
  readonly color: 'green' | 'yellow' | 'red' | 'gray';
  /** Said and shown beside the colour. */
  readonly word: string;
  /** Of trouble only: what most rows of a long list have is drawn by the style sheet, which is far cheaper to paint. */
  readonly Icon?: typeof IconXboxXFilled;
}

const LOOKS: Readonly<Record<Severity, SeverityLook>> = {
  success: { color: 'green', word: 'Success' },
  warning: { color: 'yellow', word: 'Warning', Icon: IconAlertTriangleFilled },
  error: { color: 'red', word: 'Error', Icon: IconXboxXFilled },
};

/** @returns the look of a severity; any that is not known is gray, by its own word */
export function severityLook(severity: string): SeverityLook {
  if (Object.hasOwn(LOOKS, severity)) return LOOKS[severity as Severity];
  const word = severity === '' || severity === 'primary' ? 'info' : severity;
  return { color: 'gray', word: word.charAt(0).toUpperCase() + word.slice(1) };
}

/** Trouble has a shape and a colour, all else a quiet dot, or a ring where the severity is not known. */
export function SeverityMark({ severity }: { severity: string }) {
  const { color, word, Icon } = severityLook(severity);
  return (
    <span role="img" aria-label={word} title={word} className={styles.mark} data-color={color}>
      {Icon ? <Icon size="1rem" aria-hidden="true" /> : null}
    </span>
  );
}
