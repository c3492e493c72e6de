import { expect, test } from 'vitest';
import { heartbeatDisplay } from './summary-labels.ts';

const EVERYTHING = { enabled: true, lastError: 'no answer', lastSuccess: '2026-11-20T12:00:00Z' };

test('disabled goes before an error', () => {
  expect(heartbeatDisplay({ ...EVERYTHING, enabled: false }).label).toBe('Disabled');
});

test('an error goes before a success', () => {
  expect(heartbeatDisplay(EVERYTHING).label).toBe('Error');
});

test('a success without an error is active', () => {
  expect(heartbeatDisplay({ ...EVERYTHING, lastError: null }).label).toBe('Active');
  expect(heartbeatDisplay({ ...EVERYTHING, lastError: '' }).label).toBe('Active');
});

test('neither is pending', () => {
  expect(heartbeatDisplay({ enabled: true, lastError: null, lastSuccess: null }).label).toBe(
    'Pending',
  );
  expect(
    heartbeatDisplay({ enabled: true, lastError: undefined, lastSuccess: undefined }).label,
  ).toBe('Pending');
});
