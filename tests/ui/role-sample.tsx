import { type ReactNode, useLayoutEffect } from 'react';
import { keyOf } from '../../contract/paths.ts';
import type { SessionInfo } from '../../contract/shapes/account.ts';
import { pageCache } from '../../src/console/page-cache.ts';

const refusing = (role: 'operator' | 'admin', ...calls: string[]) =>
  Object.fromEntries(calls.map((call) => [call, role]));

/** May look, and change nothing. */
export const VIEWER: Partial<SessionInfo> = {
  role: 'viewer',
  refused: {
    ...refusing('operator', 'upload', 'sync', 'deploy', 'removeBundle', 'acknowledgeIncident'),
    ...refusing('operator', 'addAlertChannel', 'changeAlertChannel', 'removeAlertChannel'),
    ...refusing('operator', 'testAlertChannel', 'planMaintenance', 'startDrill', 'orderDisplay'),
    ...refusing('admin', 'people', 'audit', 'platforms', 'addPlatform', 'statusPage'),
    ...refusing('admin', 'changePlatform', 'pausePlatform', 'changeHost'),
  },
};

/** For stories and tests: what stands in it as an account with this session sees it. */
export function AsRole({
  session,
  children,
}: {
  session: Partial<SessionInfo>;
  children: ReactNode;
}) {
  useLayoutEffect(() => {
    tell(session);
    return () => tell(null);
  }, [session]);
  return children;
}

function tell(data: Partial<SessionInfo> | null): void {
  const delta = { kind: 'whole', data } as const;
  const rest = { seq: 0, from: 'server', failure: undefined, everyMs: null } as const;
  pageCache.apply({
    number: 0,
    entries: [{ key: keyOf('session'), at: 0, isStreamed: true, delta, ...rest }],
  });
}
