import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useAction } from '../../link/actions.ts';
import { ApiError, messageOf, type Outcome } from '../../link/outcome.ts';
import { dataWorker } from '../../link/worker.ts';
import { showToast } from '../../ui/toast/toasts.ts';

const NOT_FOUND = 404;
const NOT_OFFERED = 'This server does not deploy bundles';

/** The server has turned out not to have the call. That holds as long as this page does. */
let isMissing = false;

interface Deploy {
  /** The bundle whose deployment has been asked for and not answered yet. */
  readonly deploying: Bundle['id'] | undefined;
  /** Undefined where the server does not deploy. */
  readonly deploy: ((bundle: Bundle) => void) | undefined;
}

/** Asks the server to deploy a bundle. The call is an extra one, which a server may not have. */
export function useDeploy(): Deploy {
  const action = useAction('deploy');
  const [deploying, setDeploying] = useState<Bundle['id']>();
  const [hidden, setHidden] = useState(isMissing);

  async function run(bundle: Bundle): Promise<void> {
    setDeploying(bundle.id);
    try {
      const answer = await action.mutateAsync({ params: { id: String(bundle.id) } });
      showToast({ title: 'Deployment started', text: answer.message ?? bundle.name, tone: 'good' });
    } catch (error) {
      isMissing ||= await isNoCallOf(bundle, error);
      setHidden(isMissing);
      showToast({ ...(isMissing ? { title: NOT_OFFERED } : failureOf(error)), tone: 'bad' });
    } finally {
      setDeploying(undefined);
    }
  }
  return { deploying, deploy: hidden ? undefined : (bundle) => void run(bundle) };
}

/** A 404 tells either of the bundle or of the call: of the call where the server still lists the bundle. */
async function isNoCallOf({ id }: Bundle, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status !== NOT_FOUND) return false;
  const list = (await dataWorker.send('bundles')) as Outcome<readonly Bundle[]>;
  return list.ok && list.data.some((bundle) => bundle.id === id);
}

function failureOf(error: unknown): { title: string; text?: string } {
  if (!(error instanceof ApiError)) return { title: 'Failed to deploy bundle' };
  return { title: 'Failed to deploy bundle', text: messageOf(error) ?? error.message };
}
