import { describe, expect, test } from 'vitest';
import { severityLook } from './severity-mark.tsx';

describe('the look of a severity', () => {
  test.each([
    ['success', 'green'],
    ['warning', 'yellow'],
    ['error', 'red'],
    ['debug', 'gray'],
    ['toString', 'gray'],
    ['', 'gray'],
  ])('%s is %s', (severity, color) => {
    expect(severityLook(severity).color).toBe(color);
  });
});
