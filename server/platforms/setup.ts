import type { Feature, NodeBase } from '../feature.ts';
import { platformCalls } from './calls.ts';
import { createPlatformChanges, type PlatformChangesDeps } from './platform-changes.ts';

type PlatformNeeds = Omit<PlatformChangesDeps, keyof NodeBase | 'mesh'>;

/** Which platforms there are: those of the configuration's file, and those that admins add. */
export function setUpPlatforms(node: NodeBase, needs: PlatformNeeds): Feature {
  const changes = createPlatformChanges({ ...node, ...needs, mesh: node.config.mesh });
  return { calls: (app) => platformCalls(app, changes) };
}
