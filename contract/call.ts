import type * as z from 'zod/mini';
import type { CallName } from './paths.ts';
import type { Access } from './roles.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

/** A call, by its row of the table and its name's path (specification section 7). */
export interface Call extends CallRow {
  readonly path: string;
}

/** One row of the table of calls. */
export interface CallRow {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** In the specification, or an extra call, which any other server may answer 404. */
  readonly from: 'specification' | 'extra';
  /** Who may make it: without a session the server answers 401, with a lower role 403. Each row says it. */
  readonly access: Access;
  /** About the account that calls, so that an API token may not make it. */
  readonly personal: boolean;
  /** Whoever proved their identity too long ago is asked for it again: 403 with `confirm: true`. */
  readonly confirm: boolean;
  readonly body: 'none' | 'json' | 'multipart';
  readonly answer: z.ZodMiniType;
  /** How often a watched read is read again; null: only when something refreshes it. */
  readonly pollMs: number | null;
  /** The reads that are read again once this call has succeeded. */
  readonly refreshes: readonly CallName[];
  /** A read that returns 401 is an error, or, when it says so, nothing. */
  readonly on401: 'error' | 'nothing';
}

export const read = {
  method: 'GET',
  from: 'specification',
  personal: false,
  confirm: false,
  body: 'none',
  pollMs: null,
  refreshes: [],
  on401: 'error',
} as const;

export const extraRead = { ...read, from: 'extra' } as const;
export const write = { ...read, method: 'POST' } as const;
export const writeJson = { ...write, body: 'json' } as const;

export const extraWrite = { ...write, from: 'extra' } as const;
export const extraWriteJson = { ...writeJson, from: 'extra' } as const;
export const extraDelete = { ...extraWrite, method: 'DELETE' } as const;

const byOperators = { access: 'operator', answer: CommandAnswerSchema } as const;
export const operatorWrite = { ...extraWrite, ...byOperators } as const;
export const operatorWriteJson = { ...extraWriteJson, ...byOperators } as const;
export const operatorDelete = { ...extraDelete, ...byOperators } as const;

const byAdmins = { access: 'admin', answer: CommandAnswerSchema } as const;
export const adminWriteJson = { ...extraWriteJson, ...byAdmins } as const;
export const adminDelete = { ...extraDelete, ...byAdmins } as const;
