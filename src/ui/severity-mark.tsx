import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircle,
  IconXboxXFilled,
} from '@tabler/icons-react';
import type { Severity } from '../../contract/limits.ts';

interface SeverityLook {
  readonly color: 'green' | 'yellow' | 'red' | 'gray';
  /** Said and shown beside the colour. */
  readonly word: string;
  readonly Icon: typeof IconInfoCircle;
}

const LOOKS: Readonly<Record<Severity, SeverityLook>> = {
  success: { color: 'green', word: 'Success', Icon: IconCircleCheckFilled },
  warning: { color: 'yellow', word: 'Warning', Icon: IconAlertTriangleFilled },
  error: { color: 'red', word: 'Error', Icon: IconXboxXFilled },
};

/** @returns the look of a severity; any that is not known is gray, by its own word */
export function severityLook(severity: string): SeverityLook {
  if (Object.hasOwn(LOOKS, severity)) return LOOKS[severity as Severity];
  const word = severity === '' || severity === 'primary' ? 'info' : severity;
  return {
    color: 'gray',
    word: word.charAt(0).toUpperCase() + word.slice(1),
    Icon: IconInfoCircle,
  };
}

/** An opacity would make a layer of each row. */
const INKS = {
  green: 'color-mix(in srgb, var(--mantine-color-dimmed) 70%, transparent)',
  gray: 'var(--mantine-color-dimmed)',
  yellow: 'var(--mantine-color-yellow-text)',
  red: 'var(--mantine-color-red-text)',
};

/** The severity of an event by shape, colour and word; only trouble is coloured. Plain: every row of a flood has one. */
export function SeverityMark({ severity }: { severity: string }) {
  const { color, word, Icon } = severityLook(severity);
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      style={{ display: 'inline-flex', color: INKS[color] }}
    >
      <Icon size="1rem" aria-hidden="true" />
    </span>
  );
}
