import { describe, expect, it, test } from 'vitest';
import {
  connectionAge,
  connectionLabel,
  connectionSince,
  disconnectedText,
  liveText,
} from '../../src/domain/connection-labels.ts';
import type { ConnectionPhase, ConnectionState } from '../../src/shared/model.ts';

const NOW = new Date(2026, 10, 22, 5, 0, 30).getTime();
const LOST_AT = NOW - 20_000;

const connection = (phase: ConnectionPhase, more: Partial<ConnectionState> = {}) =>
  ({ liveMessageSeen: false, ...phase, ...more }) as ConnectionState;
const connecting = (attempt: number, lostAt?: number) =>
  connection({ state: 'connecting', attempt, nextTryAt: NOW + 12_000 }, { lostAt });

describe('connectionLabel', () => {
  it('is the state of the connection', () => {
    const silent = { state: 'silent', since: LOST_AT } as const;
    expect(connectionLabel(connection(silent), NOW)).toBe('silent');
  });

  it('is live until a beat of 15 s is missing', () => {
    const said = (ago: number) =>
      connection({ state: 'live', since: 1, lastMessageAt: NOW - ago }, { liveMessageSeen: true });
    expect(connectionLabel(said(15_000), NOW)).toBe('live');
    expect(connectionLabel(said(17_000), NOW)).toBe('late');
  });

  it('is connecting at the first try and at the first retry after a short loss', () => {
    expect(connectionLabel(connecting(0), NOW)).toBe('connecting');
    expect(connectionLabel(connecting(1, NOW - 2000), NOW)).toBe('connecting');
  });

  it('is disconnected after the second failed try, and when the first retry hangs', () => {
    expect(connectionLabel(connecting(2, NOW - 2000), NOW)).toBe('disconnected');
    expect(connectionLabel(connecting(1, LOST_AT), NOW)).toBe('disconnected');
  });
});

describe('connectionAge', () => {
  it('is that of the last message, or the time without a connection', () => {
    const live = { state: 'live', since: 1, lastMessageAt: NOW - 12_000 } as const;
    expect(connectionAge(connection(live), NOW)).toBe('12 s ago');
    expect(connectionAge(connection({ state: 'silent', since: NOW - 12_000 }), NOW)).toBe('12 s');
    expect(connectionAge(connecting(1, LOST_AT), NOW)).toBe('20 s');
    expect(connectionAge(connecting(0), NOW)).toBe('');
  });

  it('is of when what is shown is where there is no network', () => {
    expect(connectionAge(connection({ state: 'offline', since: LOST_AT }), NOW)).toBe(
      'as of 05:00',
    );
  });
});

test('a list of live messages says what the light says', () => {
  const text = (phase: ConnectionPhase, liveMessageSeen = true) =>
    liveText(connection(phase, { liveMessageSeen }), NOW);
  const live = { state: 'live', since: 1, lastMessageAt: NOW } as const;
  expect(text(live)).toBe('Live connection active');
  expect(text(live, false)).toBe('Not live. Reconnecting…');
  expect(text({ state: 'silent', since: LOST_AT })).toBe('Silent 20 s');
  expect(text({ state: 'offline', since: LOST_AT })).toBe('Offline as of 05:00');
  expect(text({ state: 'connecting', attempt: 3, nextTryAt: NOW })).toBe('Not live. Reconnecting…');
});

describe('disconnectedText', () => {
  it('says since when and when the next try is', () => {
    expect(disconnectedText(connecting(3, LOST_AT), NOW)).toBe(
      'No connection since 05:00 · next try in 12 s',
    );
  });

  it('says why a server that answers serves nobody', () => {
    const refused = { ...connecting(1, NOW - 2000), reason: 'The database cannot be reached.' };
    expect(connectionLabel(refused, NOW)).toBe('disconnected');
    expect(disconnectedText(refused, NOW)).toBe(
      'The database cannot be reached. No live data since 05:00 · next try in 12 s',
    );
  });

  it('says that a try is under way', () => {
    expect(disconnectedText(connecting(3, LOST_AT), NOW + 12_000)).toBe(
      'No connection since 05:00 · trying now',
    );
  });

  it('says that the device has no network', () => {
    expect(disconnectedText(connection({ state: 'offline', since: LOST_AT }), NOW)).toBe(
      'No connection since 05:00 · this device has no network',
    );
  });

  it('says nothing while the connection stands, begins, or the session has ended', () => {
    const since = LOST_AT;
    expect(disconnectedText(connecting(0), NOW)).toBeUndefined();
    expect(disconnectedText(connection({ state: 'refused', since }), NOW)).toBeUndefined();
    const live = connection({ state: 'live', since, lastMessageAt: NOW });
    expect(disconnectedText(live, NOW)).toBeUndefined();
    expect(connectionSince(live)).toBe(NOW);
  });
});
