import { describe, expect, test } from 'vitest';
import { severityLook } from './severity-mark.tsx';

describe('the look of a severity', () => {
  test.each([
    ['success', 'good'],
    ['warning', 'warn'],
    ['error', 'bad'],
    ['debug', 'primary'],
    ['toString', 'primary'],
    ['', 'primary'],
  ])('%s is %s', (severity, tone) => {
    expect(severityLook(severity).tone).toBe(tone);
  });
});
