import type { Feature, NodeBase } from '../feature.ts';
import { platformCalls, testCalls } from './calls.ts';
import type { PlatformChangesDeps } from './change-rules.ts';
import { type ReportDeps, reportCalls } from './kinds/report/calls.ts';
import type { CheckNode } from './node-check.ts';
import { createPlatformChanges } from './platform-changes.ts';
import type { Checks } from './probes/checks.ts';

interface PlatformNeeds
  extends Omit<PlatformChangesDeps, keyof NodeBase | 'mesh'>,
    Pick<Checks, 'checkAloud'> {
  readonly mesh: { readonly checkNode: CheckNode } & Pick<ReportDeps, 'addRunTime'>;
}

/** Which platforms there are: those of the configuration's file, and those that admins add. */
export function setUpPlatforms(node: NodeBase, { mesh, ...needs }: PlatformNeeds): Feature {
  const changes = createPlatformChanges({ ...node, ...needs, mesh: node.config.mesh });
  return {
    calls(app) {
      platformCalls(app, changes);
      testCalls(app, { ...node, ...needs, mesh });
      reportCalls(app, { ...node, addRunTime: mesh.addRunTime });
    },
  };
}
