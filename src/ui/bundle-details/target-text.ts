import type { BundleTarget } from '../../../contract/shapes/bundle.ts';

const WORDS: Readonly<Record<string, string>> = {
  waiting: 'Not sent yet',
  queued: 'Waiting for its turn',
  checking: 'Being checked there',
  taken: 'Taken',
};

/** @returns how far a target has got; a status that is not known is told by its own word */
export function targetText({ status, sentBytes, message }: BundleTarget, size: number): string {
  if (status === 'sending') {
    const share = size > 0 ? Math.floor((100 * sentBytes) / size) : 0;
    return `Sending, ${Math.min(100, share)} %`;
  }
  if (status === 'failed') return message === null ? 'Failed' : `Failed: it ${message}`;
  return message ?? (Object.hasOwn(WORDS, status) ? WORDS[status] : undefined) ?? status;
}
