import type { Feature, NodeBase } from '../feature.ts';
import { statusPageCalls } from './calls.ts';
import { createStatusPage, type StatusPageDeps } from './status-page.ts';

/** What everybody may read without an account, as far as admins have chosen it. Every instance has its own. */
export function setUpStatusPage(
  node: NodeBase,
  needs: Pick<StatusPageDeps, 'connections' | 'maintenance'>,
): Feature {
  const page = createStatusPage({ ...node, ...needs });
  return {
    calls: (app) => statusPageCalls(app, node, page),
    resume: page.open,
    close: page.close,
  };
}
