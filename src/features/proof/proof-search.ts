import { textIn } from '../../domain/address-values.ts';

export interface ProofSearch {
  /** Id of the challenge whose status is shown; in the address, so that it survives a reload. */
  readonly challenge?: string | undefined;
  /** Address of the peer that the form begins with. */
  readonly peer?: string | undefined;
}

/** Addresses are foreign data: whatever is no text is left out. */
export function proofSearch(search: Record<string, unknown>): ProofSearch {
  return { challenge: textIn(search.challenge), peer: textIn(search.peer) };
}
