/** @returns a text of at most so many UTF-16 units, with an ellipsis where it was longer */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // Half of a character is none.
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
