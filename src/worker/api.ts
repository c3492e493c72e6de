import type { CallName, Key, PathParams } from '../../contract/paths.ts';
import type { Activity } from '../../contract/shapes/activity.ts';

/**
 * What crosses between page and data worker: types only, and all of the worker that the page may import.
 * Questions go through Comlink (`DataWorkerApi`); news comes over one plain port as `Push`, one a frame.
 */
export interface DataWorkerApi {
  /** Gives the worker the port that pushes go out on. The first push holds everything known. */
  attach(port: MessagePort): void;
  /**
   * Opens the account's data: what the disk remembers first, then socket and polls. Opening the account
   * that is open already wakes a link that was refused.
   * @returns the number of the push that holds what the disk remembered
   */
  open(account: string): Promise<number>;
  /** Ends socket and polls; with `forget` the account's data is erased from memory and disk. */
  close(forget: boolean): Promise<void>;
  /** From now on somebody looks at this read; it is read now and again, as the table of calls says. */
  watch(name: CallName, params: PathParams): void;
  /** Nobody on this page looks any more. Takes effect after a grace of some seconds. */
  unwatch(name: CallName, params: PathParams): void;
  /** Reads again now whatever is watched, or this one read. */
  refresh(name: CallName, params: PathParams): Promise<void>;
  /** Sends a call and reads again what it refreshes. Never throws. */
  send(name: CallName, request: CallRequest): Promise<Outcome>;
  /**
   * Keeps an upload on this device and sends it in its turn, now or when the server can be reached. What
   * becomes of it is pushed as the entry `OUTBOX_KEY`.
   * @returns its id, once the file is kept, and the number of a push that holds it
   */
  keep(upload: UploadPayload): Promise<{ readonly id: string; readonly push: number }>;
  /** Sends an upload again now. */
  retry(id: string): Promise<void>;
  /** Gives an upload up, and forgets its file. */
  discard(id: string): Promise<void>;
  /** Makes a file of exactly these rows of the log. It asks no server. */
  logFile(format: LogFormat, rows: readonly Activity[]): Promise<Blob>;
  /** Counted since this worker was started. */
  figures(): WorkerFigures;
  /** What a worker cannot see for itself. */
  tell(facts: PageFacts): void;
  /** Answers, so that a hung worker is noticed. */
  ping(): void;
}

export interface WorkerFigures {
  /** How often live messages were missed and asked for. */
  readonly gaps: number;
  /** Messages that came so. */
  readonly replayed: number;
  /** Gaps whose messages could not be had: everything was read anew. */
  readonly notReplayed: number;
  /** Timers that came more than a second late, and the latest of them. */
  readonly lateTimers: number;
  readonly latestMs: number;
  /** What it holds: answers, and the rows of those that are lists. */
  readonly reads: number;
  readonly rows: number;
}

export type LogFormat = 'csv' | 'json';

export interface CallRequest {
  readonly params?: PathParams | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** JSON of the call's payload; of the upload its fields and `file`. */
  readonly payload?: unknown;
}

/** The file of an upload beside the fields of the form. */
export interface UploadPayload {
  readonly file: Blob & { readonly name: string };
  readonly targetPlatforms: readonly string[];
  readonly priority: string;
}

/** How a call ended. An error would lose its fields on the way, so both ends are values. */
export type Outcome<T = unknown> = { readonly ok: true; readonly data: T } | Failure;

export interface Failure {
  readonly ok: false;
  /** Of the answer; 0 when there was none that can be used. */
  readonly status: number;
  /** The answer's text, its status text when that is empty, or what stood in the way. */
  readonly text: string;
  readonly why: FailureCause;
}

/**
 * refused: the server said no; unreachable: no answer; late: none within the limit; foreign: one that the
 * contract does not know (a captive portal's page, JSON of another shape); worker: the worker died.
 */
export type FailureCause = 'refused' | 'unreachable' | 'late' | 'foreign' | 'worker';

/** What is known of one read. */
export interface Entry<T = unknown> {
  readonly key: Key;
  /** undefined: nothing is known yet. */
  readonly data: T | undefined;
  /** Server time, epoch milliseconds, at which the data was last known to be true. */
  readonly at: number | undefined;
  /** Number of the last live message that the data holds; 0 when unknown. */
  readonly seq: number;
  readonly from: 'server' | 'live' | 'disk';
  /** Of the last try; a good answer clears it. The data before it stays. */
  readonly failure: Failure | undefined;
  /** How often it is read while watched; null: only when something refreshes it, or by live messages. */
  readonly everyMs: number | null;
  /** Nothing of the server's live stream is missing since it was read. */
  readonly fed: boolean;
}

/**
 * This screen's link to the server; nothing in it speaks of the platforms. Times are server time, epoch
 * milliseconds.
 */
export type LinkState = LinkPhase & {
  /** Any JSON message has arrived on this socket. */
  readonly liveMessageSeen: boolean;
  /** When the last line ended, or the first try failed: answers from before are no proof. Unset until then. */
  readonly lostAt?: number | undefined;
  /** Which build of the console the server said it serves, at the last hello. */
  readonly serverBuild?: string | undefined;
  readonly role: TabRole;
};

/** leading: this tab speaks to the server; following: another tab does, and tells this one everything. */
export type TabRole = 'leading' | 'following';

export type LinkPhase =
  | { readonly state: 'connecting'; readonly attempt: number; readonly nextTryAt: number }
  | {
      readonly state: 'live';
      readonly since: number;
      readonly lastHeardAt: number;
    }
  | { readonly state: 'silent'; readonly since: number }
  | { readonly state: 'refused'; readonly since: number }
  | { readonly state: 'offline'; readonly since: number };

/** What is new since the push before; parts without news are left out. */
export interface Push {
  readonly number: number;
  readonly entries?: readonly EntryNews[];
  /** Everything known before is void: the account was closed. */
  readonly cleared?: boolean;
  readonly link?: LinkState;
  /** Server time minus this device's clock. */
  readonly skewMs?: number;
  /** Where last-known data is kept; memory: the disk fails, and a reload starts empty. */
  readonly storage?: StorageState;
}

export type StorageState = 'disk' | 'memory';

/** An entry whose data is told whole, or as what changed against the last push of this key. */
export type EntryNews = Omit<Entry, 'data'> & { readonly news: DataNews };

export type DataNews =
  | { readonly kind: 'same' }
  /** Too much is known: this read, which nobody watches, was forgotten. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'whole'; readonly data: unknown }
  | { readonly kind: 'rows'; readonly pieces: readonly RowPiece[] };

/** Rows of the list as the page has it, or new ones. */
export type RowPiece =
  | { readonly from: number; readonly count: number }
  | { readonly rows: readonly unknown[] };

export interface PageFacts {
  readonly visible: boolean;
  /** The browser's word; a hint, never proof. */
  readonly online: boolean;
}

/** Where the page finds the last order that was given to this display: the data is the live message. */
export const ORDER_KEY: Key = ['order'];

/** Where the page finds the outbox among what is pushed: the data is a list of `OutboxItem`. */
export const OUTBOX_KEY: Key = ['outbox'];

/** An upload on this device, oldest first in its list. */
export interface OutboxItem {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** This device's clock, epoch milliseconds. */
  readonly addedAt: number;
  /** The device could not keep the file: a reload loses it. */
  readonly inMemory: boolean;
  readonly state: OutboxState;
}

export type OutboxState =
  | { readonly state: 'queued' }
  /** In bytes; the rate and what is left are known after a while. */
  | {
      readonly state: 'sending';
      readonly sent: number;
      readonly bytesPerSec: number | undefined;
      readonly leftSec: number | undefined;
    }
  /** It broke; it is tried again by itself. */
  | { readonly state: 'waiting'; readonly failure: Failure; readonly tries: number }
  | { readonly state: 'done'; readonly bundle: unknown }
  /** It is not tried again unless somebody says so. */
  | { readonly state: 'failed'; readonly failure: Failure };
