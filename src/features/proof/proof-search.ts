import { textIn } from '../../domain/address-values.ts';

export interface ProofSearch {
  /** Id of the challenge whose status is shown; in the address, so that it survives a reload. */
  readonly challenge?: string | undefined;
  readonly peer?: string | undefined;
}

export function proofSearch(search: Record<string, unknown>): ProofSearch {
  return { challenge: textIn(search.challenge), peer: textIn(search.peer) };
}
