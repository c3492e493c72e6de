import { describe, expect, test } from 'vitest';
import { activityTime } from './activity-time.ts';
import { severityLook } from './severity-look.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const timeAfter = (ms: number) => activityTime(new Date(NOW - ms).toISOString(), NOW);

describe('the time of an activity row', () => {
  test('is Just now under a minute', () => {
    expect(timeAfter(0)).toBe('Just now');
    expect(timeAfter(59_999)).toBe('Just now');
  });

  test('is Just now for a row that a little skew puts into the future', () => {
    expect(timeAfter(-5000)).toBe('Just now');
  });

  test('is in minutes under an hour', () => {
    expect(timeAfter(60_000)).toBe('1 minute ago');
    expect(timeAfter(3_599_999)).toBe('59 minutes ago');
  });

  test('is in hours from then on, however many', () => {
    expect(timeAfter(3_600_000)).toBe('1 hour ago');
    expect(timeAfter(50 * 3_600_000)).toBe('50 hours ago');
  });

  test('is the text itself when that is no time', () => {
    expect(activityTime('yesterday-ish', NOW)).toBe('yesterday-ish');
  });
});

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
