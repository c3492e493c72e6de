import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { followNotified } from '../console/notified.ts';
import { pageCache } from '../console/page-cache.ts';
import { useConsole } from '../console/session.ts';
import { workerClient } from '../console/worker-client.ts';
import { firstPaint } from '../device/first-paint.ts';
import { accountName, hasMarker } from '../device/markers.ts';
import { type OverlaySearch, overlaySearch } from '../domain/overlay-search.ts';
import { HOME } from '../features/auth/redirect.ts';
import { Verifying } from '../features/auth/verifying.tsx';
import { ConsoleShell } from '../features/shell/console-shell.tsx';
import { wallSearch } from '../features/wall/wall-search.ts';
import { WALL_ACCOUNT } from '../shared/account.ts';

/** Loads on a wall alone. */
const Wall = lazy(async () => ({ default: (await import('../features/wall/wall.tsx')).Wall }));

// The code of the question loads when a call asks for it; without it the call is refused.
workerClient.setStepUp((failure, again) =>
  import('../features/auth/step-up.tsx').then(
    ({ stepUp }) => stepUp(failure, again),
    () => failure,
  ),
);

/** Everything behind the sign-in: who has no marker is sent there, and comes back to what was asked for. */
export const Route = createFileRoute('/_console')({
  // What is open over a screen is the same on each.
  validateSearch: (
    search: Record<string, unknown>,
  ): Pick<OverlaySearch, 'show' | 'code' | 'shared'> => {
    const { show, code, shared } = overlaySearch(search);
    return { show, code, shared };
  },
  beforeLoad: ({ location }) => {
    if (hasMarker() || isWall(location)) return;
    const search = location.href === HOME ? {} : { redirect: location.href };
    throw redirect({ to: '/login', search, replace: true });
  },
  pendingComponent: Verifying,
  pendingMs: 0,
  pendingMinMs: 0,
  component: ConsoleLayout,
});

function ConsoleLayout() {
  const { history } = useRouter();
  const onWall = useLocation({ select: isWall });
  const [account] = useState(() => (hasMarker() ? accountName() : WALL_ACCOUNT));
  const stage = useConsole(account);
  useEffect(followUpdates, []);
  useEffect(() => followNotified((path) => history.push(path)), [history]);
  if (stage !== 'open') return <Verifying stage={stage} />;
  return (
    <QueryClientProvider client={pageCache.queryClient}>
      {onWall ? (
        <Suspense fallback={<Verifying />}>
          <Wall account={account} />
        </Suspense>
      ) : (
        <ConsoleShell>
          <Outlet />
        </ConsoleShell>
      )}
    </QueryClientProvider>
  );
}

/** A screen for nobody: it shows its own way in, and no sign-in. */
const isWall = ({ pathname, search }: { pathname: string; search: Record<string, unknown> }) =>
  pathname === HOME && wallSearch(search).wall === 1;

/** Joins the updates to what the data worker knows; without that a page still updates when it is opened. */
function followUpdates(): void {
  firstPaint
    .then(() => import('../console/console-updates.ts'))
    .then(({ followConsole }) => followConsole(), String);
}
