import { expect, test } from 'vitest';
import { heartbeatDisplay } from './heartbeat-display.ts';

const EVERYTHING = { enabled: true, lastError: 'no answer', lastSuccess: '2026-11-20T12:00:00Z' };

test('disabled goes before an error', () => {
  expect(heartbeatDisplay({ ...EVERYTHING, enabled: false }).word).toBe('Disabled');
});

test('an error goes before a success', () => {
  expect(heartbeatDisplay(EVERYTHING).word).toBe('Error');
});

test('a success without an error is active', () => {
  expect(heartbeatDisplay({ ...EVERYTHING, lastError: null }).word).toBe('Active');
  expect(heartbeatDisplay({ ...EVERYTHING, lastError: '' }).word).toBe('Active');
});

test('neither is pending', () => {
  expect(heartbeatDisplay({ enabled: true, lastError: null, lastSuccess: null }).word).toBe(
    'Pending',
  );
  expect(
    heartbeatDisplay({ enabled: true, lastError: undefined, lastSuccess: undefined }).word,
  ).toBe('Pending');
});
