export const NOT_REACHED = 'The server cannot be reached';

/** What a browser says of a line that broke, by a TypeError, differs by browser and is meant for programmers. */
export function wordsOf(error: unknown): string {
  if (error instanceof TypeError) return NOT_REACHED;
  return error instanceof Error ? error.message : String(error);
}
