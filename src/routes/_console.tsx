import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isConsoleOpen, openConsole } from '../link/console-ready.ts';
import { startFeed } from '../link/feed.ts';
import { accountName, hasMarker } from '../link/markers.ts';
import { createQueryClient } from '../link/query-client.ts';
import { shown } from '../shown.ts';
import { Verifying } from '../ui/verifying/verifying.tsx';
import { ConsoleShell } from './-console-shell.tsx';
import { followNotified } from './-notified.ts';
import { HOME } from './-redirect.ts';
import { wallSearch } from './-wall-search.ts';

/** Loads on a wall alone. */
const Wall = lazy(async () => {
  const { Wall: component } = await import('./-wall.tsx');
  return { default: component };
});

/** Whose data a paired display keeps. No account has this name: those begin with no space. */
const WALL_ACCOUNT = ' wall';

/** Everything behind the sign-in: who has no marker is sent there, and comes back to what was asked for. */
export const Route = createFileRoute('/_console')({
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
  const [queryClient] = useState(createQueryClient);
  const router = useRouter();
  const onWall = useLocation({ select: isWall });
  const [account] = useState(() => (hasMarker() ? accountName() : WALL_ACCOUNT));
  const open = useOpenConsole(account);
  useEffect(() => startFeed(queryClient), [queryClient]);
  useEffect(followUpdates, []);
  useEffect(() => (onWall ? undefined : keepForFirstPaint(account)), [account, onWall]);
  useEffect(() => followNotified(router), [router]);
  if (!open) return <Verifying />;
  return (
    <QueryClientProvider client={queryClient}>
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

/** @returns true once the worker runs for the account and its last-known data is on the page */
function useOpenConsole(account: string): boolean {
  const [opened, setOpened] = useState(() =>
    import.meta.env.SSR || isConsoleOpen(account) ? account : undefined,
  );
  useEffect(() => {
    if (opened === account) return;
    let current = true;
    openConsole(account).then(() => {
      if (current) setOpened(account);
    }, reportError);
    return () => {
      current = false;
    };
  }, [account, opened]);
  return opened === account;
}

/** Joins the updates to what the data worker knows; without that a page still updates when it is opened. */
function followUpdates(): void {
  shown
    .then(() => import('../link/updates/console-updates.ts'))
    .then(({ followConsole }) => followConsole(), String);
}

/** @returns the undo */
function keepForFirstPaint(account: string): () => void {
  const over = new AbortController();
  const starting = shown.then(() => import('../first-paint/keep-last-known.ts'));
  starting.then(({ keepLastKnown }) => {
    if (!over.signal.aborted) over.signal.addEventListener('abort', keepLastKnown(account));
  }, String);
  return () => over.abort();
}
