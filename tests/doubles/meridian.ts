import { keyOf } from '../../contract/paths.ts';
import { isSameHistory, type StreamNames } from '../../server/database/stream-names.ts';
import type { Rig } from './data-worker.ts';
import { type FakeAnswer, type FakeServer, meridianHeaders } from './server.ts';
import type { FakeSocket } from './socket.ts';

export interface ActivityRow {
  readonly id: number;
  readonly message: string;
  readonly severity: string;
  readonly createdAt: string;
}

interface LoggedChange {
  readonly key: readonly string[];
  readonly op: string;
  readonly data: unknown;
  readonly seq: number;
  readonly at: number;
}

/** This product's server as the worker sees it: numbered answers, a journal, replay. */
export interface Meridian {
  readonly rows: readonly ActivityRow[];
  seq(): number;
  /** What happened after this number is gone, as after a restore; the stream has another name. */
  restore(seq: number): void;
  /** Records an event. @returns its live message */
  append(): LoggedChange;
  /** Takes the socket that waits and says hello on it. */
  greet(socket: FakeSocket): void;
  /** From now on `GET /api/live` answers so instead. */
  replayWith(answer: ((since: number) => FakeAnswer) | undefined): void;
  /** Ends the session, or begins one: of ada, or of the user that is named. */
  session(next: boolean | string): void;
}

export const STATS = { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 2 };
/** As the server's `ACTIVITY.pageDefault`, small enough to see in a test. */
const PAGE_ROWS = 100;

export function serveMeridian(rig: Pick<Rig, 'clock' | 'server'>): Meridian {
  const { clock, server } = rig;
  const rows: ActivityRow[] = [];
  const log: LoggedChange[] = [];
  let streams: StreamNames = [{ id: 'stream 0', from: 0, run: '' }];
  let replay: ((since: number) => FakeAnswer) | undefined;
  let signedIn = true;
  let username = 'ada';

  const seq = () => log.length;
  const streamId = () => streams[0]?.id;
  const headers = () => meridianHeaders(clock.now(), seq(), streamId());

  function append(): LoggedChange {
    const id = rows.length + 1;
    const createdAt = new Date(clock.now()).toISOString();
    const row = { id, message: `event ${id}`, severity: 'success', createdAt };
    rows.unshift(row);
    const key = keyOf('activity');
    const change = { key, op: 'prepend', data: [row], seq: seq() + 1, at: clock.now() };
    log.push(change);
    return change;
  }

  guard(server, '/api/dashboard/stats', () => ({ body: STATS, headers: headers() }));
  guard(server, '/api/activity/logs', () => ({
    body: rows.slice(0, PAGE_ROWS),
    headers: headers(),
  }));
  guard(server, '/api/zip/bundles', () => ({ body: [], headers: headers() }));
  guard(server, '/api/mesh/connections', () => ({ body: [], headers: headers() }));
  guard(server, '/api/auth/session', () => ({
    body: { user: { username, email: 'a@b', sovereignLevel: 'S11.1' }, expiresAt: 1 },
  }));
  guard(server, '/api/live', (address) => {
    const { searchParams } = new URL(address, 'http://node');
    const since = Number(searchParams.get('since'));
    const stream = searchParams.get('stream');
    const isOther = since > seq() || (stream !== null && !isSameHistory(streams, stream, since));
    if (isOther) return { body: { seq: seq(), complete: false, changes: [] }, headers: headers() };
    if (replay !== undefined) return replay(since);
    return { body: { seq: seq(), complete: true, changes: log.slice(since) }, headers: headers() };
  });

  function guard(at: FakeServer, path: string, answer: (address: string) => FakeAnswer): void {
    at.route('GET', path, ({ address }) =>
      signedIn ? answer(address) : { status: 401, body: { message: 'Sign in.' } },
    );
  }

  return {
    rows,
    seq,
    append,
    restore(last) {
      log.length = last;
      rows.splice(0, rows.length - last);
      streams = [{ id: `stream ${streams.length}`, from: last, run: '' }, ...streams];
    },
    greet(socket) {
      socket.accept();
      const fields = { contract: 1, build: 'b', at: clock.now(), seq: seq(), beatSec: 15 };
      socket.say({ type: 'hello', streamId: streamId(), ...fields });
    },
    replayWith(next) {
      replay = next;
    },
    session(next) {
      signedIn = next !== false;
      username = next === true || next === false ? 'ada' : next;
    },
  };
}
