/** The database cannot be trusted; it is reported and left as it is. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
}

/** The database was written by a release that this one does not know; it is reported and left as it is. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** A running node has another release than this program, which must not change its tables. */
export class OtherReleaseError extends Error {
  override readonly name = 'OtherReleaseError';
}

/** The database, or what its user may do there, is not fit for this program; the message says why. */
export class UnfitDatabaseError extends Error {
  override readonly name = 'UnfitDatabaseError';
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
