/** How long the browser may take to begin to read a file that is being saved. */
const READ_WITHIN_MS = 60_000;

/** Gives a file to the browser, which saves it as it saves any other. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}
