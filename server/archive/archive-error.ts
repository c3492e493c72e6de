/** What a person can change about a backup, a restore or a move; the message says what. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
