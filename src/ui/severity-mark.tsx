import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircle,
  IconXboxXFilled,
} from '@tabler/icons-react';
import type { Severity } from '../../contract/limits.ts';
import styles from './severity-mark.module.css';

export interface SeverityLook {
  readonly tone: 'good' | 'warn' | 'bad' | 'primary';
  /** Said and shown beside the colour. */
  readonly word: string;
}

const LOOKS: Readonly<Record<Severity, SeverityLook>> = {
  success: { tone: 'good', word: 'Success' },
  warning: { tone: 'warn', word: 'Warning' },
  error: { tone: 'bad', word: 'Error' },
};

const ICONS = {
  good: IconCircleCheckFilled,
  warn: IconAlertTriangleFilled,
  bad: IconXboxXFilled,
  primary: IconInfoCircle,
} as const;

/** @returns the look of a severity; any that is not known is shown as primary, by its own word */
export function severityLook(severity: string): SeverityLook {
  if (Object.hasOwn(LOOKS, severity)) return LOOKS[severity as Severity];
  return { tone: 'primary', word: wordOf(severity) };
}

function wordOf(severity: string): string {
  if (severity === '' || severity === 'primary') return 'Info';
  return severity.charAt(0).toUpperCase() + severity.slice(1);
}

/** The severity of an event by shape, colour and word; only trouble is coloured. */
export function SeverityMark({ severity }: { severity: string }) {
  const { tone, word } = severityLook(severity);
  const Icon = ICONS[tone];
  return (
    <span className={styles.mark} data-tone={tone} title={word}>
      <Icon size="1rem" aria-hidden="true" />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  );
}
