/** @returns the given class names joined by spaces; what is empty or false is left out. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
