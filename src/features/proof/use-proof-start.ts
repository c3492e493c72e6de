import { useAction } from '../../client/actions.ts';

export interface ProofRequest {
  readonly peer: string;
  readonly deadlineSec: number;
}

const ID_SHOWN_CHARS = 8;

/**
 * Starts a proof challenge from this console's own origin and says how that ended.
 *
 * @param onStarted is given the challenge's id
 */
export function useProofStart(onStarted: (challengeId: string) => void) {
  const { isPending, mutate } = useAction('proofStart', {
    success: ({ challenge_id: id }) => ({
      title: 'Proof Challenge Started',
      message: `Challenge ${id.slice(0, ID_SHOWN_CHARS)}`,
    }),
    failure: 'Failed to start proof challenge',
  });
  const start = ({ peer, deadlineSec }: ProofRequest) =>
    mutate(
      { peer, deadline_sec: deadlineSec, commander_origin: window.location.origin },
      { onSuccess: ({ challenge_id: id }) => onStarted(id) },
    );
  return { pending: isPending, start };
}
