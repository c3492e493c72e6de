import { DatabaseFullError, DatabaseUnreachableError } from '../database-errors.ts';

/** Of SQLSTATE, as all codes here. */
const READ_ONLY = '25006';
/** The connection, the server or its patience is at an end, and none of that is the statement's fault. */
const UNREACHABLE = new Set([
  READ_ONLY, // a standby, or a server that failed over
  '25P03', // idle in a transaction for too long, such as after this process was paused
  '3D000', // no such database
  '28000', // may not sign in
  '28P01', // wrong password
  '53300', // too many connections
  '55P03', // waited too long for the one writer
  '57014', // took too long
]);
const UNREACHABLE_CLASSES = /^(?:08|57P|58)/;
/** Of the operating system, and of TLS and DNS. */
const NETWORK_ERROR = /^(?:E[A-Z]+|ERR_(?:SSL|TLS)\w*|SELF_SIGNED\w*|CERT_\w+)$/;
/** What `pg` says without a code. */
const LOST =
  /connection terminated|connection error|not queryable|client was closed|read timeout|timeout exceeded|timeout expired|cannot use a pool|does not support SSL/i;
const DISK_FULL = '53100';

/** @returns the error that the rest of the server knows; any other as it is */
export function asDatabaseError(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  if (code === DISK_FULL) return new DatabaseFullError(error);
  return isUnreachable(String(code), message) ? new DatabaseUnreachableError(error) : error;
}

/** @returns whether a connection refused to write. Another connection may write: each keeps what it began with */
export const isReadOnly = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === READ_ONLY;

/** @returns the error of a database in which nothing can be written, as it would say by itself */
export const readOnlyError = (): Error =>
  Object.assign(new Error('read-only'), { code: READ_ONLY });

function isUnreachable(code: string, message: string): boolean {
  if (code === '') return LOST.test(message);
  return UNREACHABLE.has(code) || UNREACHABLE_CLASSES.test(code) || NETWORK_ERROR.test(code);
}
