import type { PushKind } from '../../contract/limits.ts';
import type { Key } from '../../contract/paths.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import type { ApiError, Failure } from './outcome.ts';

/** What the page and its workers say to each other about. Times are server time unless it says otherwise. */

/** What is known of one read. */
export interface Entry<T = unknown> {
  readonly key: Key;
  /** undefined: nothing is known yet. */
  readonly data: T | undefined;
  /** Epoch milliseconds at which the data was last known to be true. */
  readonly at: number | undefined;
  /** Number of the last live message that the data holds; 0 when unknown, or `OF_ANOTHER_STREAM`. */
  readonly seq: number;
  readonly from: 'server' | 'live' | 'disk';
  /** Of the last try; a good answer clears it. The data before it stays. */
  readonly failure: Failure | undefined;
  /** How often it is read while subscribed; null: only when something refreshes it, or by live messages. */
  readonly everyMs: number | null;
  /** The live stream keeps it current: nothing is missing since it was read. */
  readonly isStreamed: boolean;
}

/** No message goes on from this data: it is of a server that was restored since, or of another one. */
export const OF_ANOTHER_STREAM = -1;

/** fresh: as good as now; stale: show its age; unknown: too old to claim anything. */
export type Age = 'fresh' | 'stale' | 'unknown';

/** How a read stands, as far as a component shows it. */
export interface ReadState {
  /** Epoch milliseconds at which the data was last known to be true. */
  readonly at: number | undefined;
  readonly age: Age;
  /** Of the last try; data from before it stays. `userMessage`: a sentence for people, where there is one. */
  readonly failure: { readonly message: string; readonly userMessage?: string } | undefined;
  /** Nothing is known yet, neither data nor failure. */
  readonly loading: boolean;
}

/** A read with what it read; undefined until then. */
export interface DataRead<T> extends ReadState {
  readonly data: T | undefined;
}

/** What a screen knows of one read. */
export interface Reading<T> extends DataRead<T> {
  readonly failure: ApiError | undefined;
}

/** This screen's connection to the server; nothing in it speaks of the platforms. Epoch milliseconds. */
export type ConnectionState = ConnectionPhase & {
  /** Any JSON message has arrived on this socket. */
  readonly liveMessageSeen: boolean;
  /** When the last connection ended, or the first try failed: answers from before are no proof. */
  readonly lostAt?: number | undefined;
  /** Which build of the console the server said it serves, at the last hello. */
  readonly serverBuild?: string | undefined;
  /** Why a server that answers serves nobody at the moment, as its own sentence. */
  readonly reason?: string | undefined;
  /** The server announces a live stream; false: what it answers once is not known to change. */
  readonly hasStream?: boolean | undefined;
};

export type ConnectionPhase =
  | { readonly state: 'connecting'; readonly attempt: number; readonly nextTryAt: number }
  | { readonly state: 'live'; readonly since: number; readonly lastMessageAt: number }
  | { readonly state: 'silent'; readonly since: number }
  | { readonly state: 'refused'; readonly since: number }
  | { readonly state: 'offline'; readonly since: number };

/** @returns server time at which the live stream was last known to be whole; undefined when it is lost */
export function streamSeenAt(phase: ConnectionPhase): number | undefined {
  if (phase.state === 'live') return phase.lastMessageAt;
  return phase.state === 'silent' ? phase.since : undefined;
}

/** The connection before anything is known of it. */
export const NOT_CONNECTED: ConnectionState = {
  state: 'connecting',
  attempt: 0,
  nextTryAt: 0,
  liveMessageSeen: false,
};

/** Where last-known data is kept; memory: the disk fails, and a reload starts empty. */
export type StorageState = 'disk' | 'memory';

/** What the worker reports of itself. */
export interface WorkerStatus {
  readonly connection: ConnectionState;
  /** Server time minus this device's clock, milliseconds. */
  readonly skewMs: number;
  readonly storage: StorageState;
}

/** What a worker cannot see for itself. */
export interface PageState {
  readonly visible: boolean;
  /** The browser's word; a hint, never proof. */
  readonly online: boolean;
}

/** What the page of a display says each time it has painted. */
export type Painted = Omit<PayloadOf<'reportDisplay'>, 'skewMs'>;

/** Where the page finds the last order that was given to this display: the data is the live message. */
export const ORDER_KEY: Key = ['order'];

/** Where the page finds the outbox: the data is a list of `OutboxItem`. */
export const OUTBOX_KEY: Key = ['outbox'];

/** Where the page finds the acknowledgements that wait on this device: the data is a list of `PendingAcknowledgement`. */
export const ACKNOWLEDGEMENTS_KEY: Key = ['acknowledgements'];

/** An acknowledgement, or an offer, that was pressed while the server could not be reached. */
export interface PendingAcknowledgement {
  /** Id of the incident. */
  readonly incident: string;
  /** Of the incident, for people: 'Archive is down'. */
  readonly title: string;
  readonly note: string;
  /** Username of whom it is offered to; left out: it is acknowledged. */
  readonly to?: string | undefined;
  /** When it was pressed, epoch milliseconds. */
  readonly at: number;
  /** Why it is not sent any more, for people. */
  readonly dropped?: string | undefined;
}

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
  /** It broke off; it is tried again without anybody asking. */
  | { readonly state: 'waiting'; readonly failure: Failure; readonly tries: number }
  | { readonly state: 'done'; readonly bundle: unknown }
  /** It is not tried again unless somebody asks for it. */
  | { readonly state: 'failed'; readonly failure: Failure };

/** Whether this device gets push notifications, as browser and server really have it. */
export interface PushState {
  readonly stage: PushStage;
  readonly kinds: readonly PushKind[];
  /** What is under way. */
  readonly busy: 'turning' | 'choosing' | 'testing' | undefined;
  /** Why the last request failed, for people. */
  readonly trouble: string | undefined;
  /** What was asked for last was a test, and it has arrived. */
  readonly isTested: boolean;
}

/** Why a browser has no pushes. */
export type PushLack = 'insecure' | 'home-screen' | 'browser';

/**
 * looking: not known yet. starting: no service worker runs yet. blocked: the person, or the browser for
 * them, has said no. without: this server sends no pushes.
 */
export type PushStage = 'looking' | PushLack | 'starting' | 'blocked' | 'without' | 'off' | 'on';
