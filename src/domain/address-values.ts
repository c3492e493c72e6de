/** Addresses are foreign data: what is none of ours is left out. */

/** @returns the value where it is a key of the table, such as one that an address names; else undefined */
export function keyIn<T extends object>(table: T, value: unknown): keyof T | undefined {
  return typeof value === 'string' && Object.hasOwn(table, value) ? (value as keyof T) : undefined;
}

/** @returns the text that an address names; the router reads '12' as a number */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
