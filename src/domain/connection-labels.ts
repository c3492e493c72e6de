import type { ConnectionState } from '../shared/model.ts';
import { ageText, durationText } from './format.ts';
import { timeText } from './moment.ts';

/** How this screen's connection to the server reads, on the console and on walls. It says nothing of the platforms. */
export type ConnectionLabel =
  | 'connecting'
  | 'live'
  | 'late'
  | 'silent'
  | 'disconnected'
  | 'refused'
  | 'offline';

interface LabelText {
  readonly word: string;
  /** Of a platform in a like state, whose shape and colour it has. */
  readonly status: 'connected' | 'warning' | 'error' | 'unknown';
}

export const CONNECTION_LABELS: Readonly<Record<ConnectionLabel, LabelText>> = {
  connecting: { word: 'Connecting', status: 'unknown' },
  live: { word: 'Live', status: 'connected' },
  late: { word: 'Live', status: 'unknown' },
  silent: { word: 'Silent', status: 'warning' },
  disconnected: { word: 'Disconnected', status: 'warning' },
  refused: { word: 'Signed out', status: 'error' },
  offline: { word: 'Offline', status: 'warning' },
};

/** A server says something every 15 s at least: one beat is missing then. */
const LATE_AFTER_MS = 16_000;
/** The first retry after a loss is not worth an alarm; a second one, or so many milliseconds, is. */
const TRIES_TOLERATED = 1;
const LOSS_TOLERATED_MS = 10_000;

/** @param now server time, epoch milliseconds */
export function connectionLabel(connection: ConnectionState, now: number): ConnectionLabel {
  const { state } = connection;
  if (state === 'live') return now - connection.lastMessageAt > LATE_AFTER_MS ? 'late' : 'live';
  if (state !== 'connecting') return state;
  const lostMs = connection.lostAt === undefined ? 0 : now - connection.lostAt;
  const isLost = connection.attempt > TRIES_TOLERATED || lostMs > LOSS_TOLERATED_MS;
  return isLost || connection.reason ? 'disconnected' : 'connecting';
}

/**
 * @returns how long ago the server last answered, for how long there is no connection, or of when what is shown is; '' before
 * the first try
 */
export function connectionAge(connection: ConnectionState, now: number): string {
  const since = connectionSince(connection);
  if (since === undefined) return '';
  if (connection.state === 'offline') return `as of ${timeText(since)}`;
  return connection.state === 'live' ? ageText(since, now) : durationText(now - since);
}

/** @returns what a list of live messages says of itself: the same as the light in the header, in the specification's words */
export function liveText(connection: ConnectionState, now: number): string {
  const { state, liveMessageSeen } = connection;
  if (state === 'silent' || state === 'offline')
    return `${CONNECTION_LABELS[state].word} ${connectionAge(connection, now)}`;
  return state === 'live' && liveMessageSeen ? 'Live connection active' : 'Not live. Reconnecting…';
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
