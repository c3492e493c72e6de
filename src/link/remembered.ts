/** Small things that this browser remembers for this device. Where it forbids that, they are forgotten. */

/** @returns undefined when nothing is remembered under the name, or it cannot be read */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is asked or said once more the next time: no harm.
  }
}
