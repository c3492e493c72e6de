import type { ConnectionState } from '../shared/model.ts';
import { ageText, durationText } from './format.ts';
import { timeText } from './moment.ts';

/** How this screen's connection to the server reads, on the console and on walls. It says nothing of the platforms. */
export type ConnectionLabel =
  | 'connecting'
  | 'live'
  | 'following'
  | 'silent'
  | 'disconnected'
  | 'refused'
  | 'offline';

interface LabelText {
  readonly word: string;
  /** Of a platform in a like state, whose shape and colour it has. */
  readonly status: 'connected' | 'warning' | 'error' | 'unknown';
  readonly sentence: string;
}

export const CONNECTION_LABELS: Readonly<Record<ConnectionLabel, LabelText>> = {
  connecting: {
    word: 'Connecting',
    status: 'unknown',
    sentence: 'Connecting to the server. Until then the last known data is shown.',
  },
  live: { word: 'Live', status: 'connected', sentence: 'Changes appear as they happen.' },
  following: {
    word: 'Live',
    status: 'connected',
    sentence: 'Live through another tab, which shares its connection with this one.',
  },
  silent: {
    word: 'Silent',
    status: 'warning',
    sentence: 'The server has not answered for too long. Reconnecting.',
  },
  disconnected: {
    word: 'Disconnected',
    status: 'warning',
    sentence: 'The server cannot be reached. The last known data is shown.',
  },
  refused: {
    word: 'Signed out',
    status: 'error',
    sentence: 'Your session has expired. Sign in to continue.',
  },
  offline: {
    word: 'Offline',
    status: 'warning',
    sentence: 'This device has no network. The last known data is shown.',
  },
};

/** The first retry after a loss is not worth an alarm; a second one, or so many milliseconds, is. */
const TRIES_TOLERATED = 1;
const LOSS_TOLERATED_MS = 10_000;

/** @param now server time, epoch milliseconds */
export function connectionLabel(connection: ConnectionState, now: number): ConnectionLabel {
  const { state } = connection;
  if (state === 'live') return connection.role === 'following' ? 'following' : 'live';
  if (state !== 'connecting') return state;
  const lostMs = connection.lostAt === undefined ? 0 : now - connection.lostAt;
  const isLost = connection.attempt > TRIES_TOLERATED || lostMs > LOSS_TOLERATED_MS;
  return isLost || connection.reason ? 'disconnected' : 'connecting';
}

/** @returns how long ago the server last answered, or for how long there is no connection; '' before the first try */
export function connectionAge(connection: ConnectionState, now: number): string {
  const since = connectionSince(connection);
  if (since === undefined) return '';
  return connection.state === 'live' ? ageText(since, now) : durationText(now - since);
}

/**
 * When this screen last had proof of the server, or since when it has none: server time, epoch milliseconds.
 * Undefined before the first try has ended.
 */
export function connectionSince(connection: ConnectionState): number | undefined {
  switch (connection.state) {
    case 'live':
      return connection.lastMessageAt;
    case 'connecting':
      return connection.lostAt;
    default:
      return connection.since;
  }
}

/** @returns why a server that answers serves nobody, as its own sentence */
export function refusalReason(connection: ConnectionState): string | undefined {
  return connection.state === 'connecting' ? connection.reason : undefined;
}

/**
 * What a screen that is cut off says of itself: 'No connection since 05:00 · next try in 12 s', or the server's reason.
 *
 * @param now server time, epoch milliseconds
 * @returns undefined while the connection stands, is made for the first time, or the session has ended
 */
export function disconnectedText(connection: ConnectionState, now: number): string | undefined {
  const label = connectionLabel(connection, now);
  if (label !== 'disconnected' && label !== 'offline') return undefined;
  const since = connectionSince(connection);
  const reason = refusalReason(connection);
  const what = reason === undefined ? 'No connection' : `${reason} No live data`;
  const loss = since === undefined ? what : `${what} since ${timeText(since)}`;
  if (connection.state !== 'connecting') return `${loss} · this device has no network`;
  const waitMs = connection.nextTryAt - now;
  return `${loss} · ${waitMs > 0 ? `next try in ${durationText(waitMs)}` : 'trying now'}`;
}
