import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useAction } from '../../link/actions.ts';
import { ApiError, messageOf } from '../../link/outcome.ts';
import { showToast } from '../../ui/toast/toasts.ts';

const NOT_FOUND = 404;
const NOT_OFFERED = 'This server does not deploy bundles';

interface Deploy {
  /** The bundle whose deployment has been asked for and not answered yet. */
  readonly deploying: Bundle['id'] | undefined;
  readonly deploy: (bundle: Bundle) => void;
}

/** Asks the server to deploy a bundle. The call is an extra one, which a server may not have. */
export function useDeploy(): Deploy {
  const action = useAction('deploy');
  const [deploying, setDeploying] = useState<Bundle['id']>();

  async function run(bundle: Bundle): Promise<void> {
    setDeploying(bundle.id);
    try {
      const answer = await action.mutateAsync({ params: { id: String(bundle.id) } });
      showToast({ title: 'Deployment started', text: answer.message ?? bundle.name, tone: 'good' });
    } catch (error) {
      showToast({ ...failureOf(error), tone: 'bad' });
    } finally {
      setDeploying(undefined);
    }
  }
  return { deploying, deploy: (bundle) => void run(bundle) };
}

function failureOf(error: unknown): { title: string; text?: string } {
  if (!(error instanceof ApiError)) return { title: 'Failed to deploy bundle' };
  if (error.status === NOT_FOUND) return { title: NOT_OFFERED };
  return { title: 'Failed to deploy bundle', text: messageOf(error) ?? error.message };
}
