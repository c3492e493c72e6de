const BYTES = 16;

/** @returns 32 random hexadecimal digits. Outside of a secure context, on plain HTTP, there is no `crypto.randomUUID` */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
