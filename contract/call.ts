import type * as z from 'zod/mini';
import type { CallName } from './paths.ts';

/** One row of the table of calls (specification section 7). */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** In the specification, or an extra call, which any other server may answer 404. */
  readonly from: 'specification' | 'extra';
  /** Without a session the server answers 401. */
  readonly access: 'public' | 'session';
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
  access: 'session',
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
