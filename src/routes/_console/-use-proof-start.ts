import { useAction } from '../../link/actions.ts';
import type { ProofRequest } from '../../ui/proof/proof-form.tsx';
import { showToast } from '../../ui/toast/toasts.ts';

const ID_SHOWN_CHARS = 8;

/**
 * Starts a proof challenge from this console's own origin and says how that ended.
 *
 * @param onStarted is given the challenge's id
 */
export function useProofStart(onStarted: (challengeId: string) => void) {
  const action = useAction('proofStart');

  async function run({ peer, deadlineSec }: ProofRequest): Promise<void> {
    try {
      const { challenge_id: id } = await action.mutateAsync({
        peer,
        deadline_sec: deadlineSec,
        commander_origin: window.location.origin,
      });
      showToast({
        title: 'Proof Challenge Started',
        text: `Challenge ${id.slice(0, ID_SHOWN_CHARS)}`,
        tone: 'good',
      });
      onStarted(id);
    } catch {
      showToast({ title: 'Failed to start proof challenge', tone: 'bad' });
    }
  }
  return { pending: action.isPending, start: (request: ProofRequest) => void run(request) };
}
