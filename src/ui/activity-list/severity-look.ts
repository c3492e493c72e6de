import type { Severity } from '../../../contract/shapes/activity.ts';

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

/** @returns the look of a severity; any that is not known is shown as primary, by its own word */
export function severityLook(severity: string): SeverityLook {
  if (Object.hasOwn(LOOKS, severity)) return LOOKS[severity as Severity];
  return { tone: 'primary', word: wordOf(severity) };
}

function wordOf(severity: string): string {
  if (severity === '' || severity === 'primary') return 'Note';
  return severity.charAt(0).toUpperCase() + severity.slice(1);
}
