/**
 * PostgreSQL stores no NUL, SQLite's driver reads a text up to its first one, and UTF-8 has no lone surrogates.
 *
 * @returns a text as both engines store it, and answer it later
 */
export const storedText = (text: string): string =>
  text.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');

/** @returns a parameter of a statement as it can be stored */
export const storedValue = (value: unknown): unknown =>
  typeof value === 'string' ? storedText(value) : value;
