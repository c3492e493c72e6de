export interface ProofSearch {
  /** Id of the challenge whose status is shown; in the address, so that it survives a reload. */
  readonly challenge?: string | undefined;
  /** Address of the peer that the form begins with. */
  readonly peer?: string | undefined;
}

/** Addresses are foreign data: whatever is no text is left out. */
export function proofSearch(search: Record<string, unknown>): ProofSearch {
  return { challenge: textOf(search.challenge), peer: textOf(search.peer) };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
