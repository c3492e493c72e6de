export interface ProofSearch {
  /** Id of the challenge whose status is shown; in the address, so that it survives a reload. */
  readonly challenge?: string | undefined;
}

/** Addresses are foreign data: whatever is no id is left out. */
export function proofSearch(search: Record<string, unknown>): ProofSearch {
  const { challenge } = search;
  if (typeof challenge === 'number') return { challenge: String(challenge) };
  return { challenge: typeof challenge === 'string' && challenge !== '' ? challenge : undefined };
}
