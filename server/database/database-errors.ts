import { ActionableError } from '../base/actionable-error.ts';

/** The database cannot be trusted; it is reported and left as it is. */
export class DamagedDatabaseError extends ActionableError {
  override readonly name = 'DamagedDatabaseError';
}

/** The database does not answer, or not in time. Whether a commit that failed so was stored is not known. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';

  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause });
  }
}

/** The disk of the database has no space left. */
export class DatabaseFullError extends Error {
  override readonly name = 'DatabaseFullError';

  constructor(cause: unknown) {
    super('The disk of the database is full. Somebody has to free some space there.', { cause });
  }
}
