import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { accountName, signOut } from '../link/account.ts';
import { type LinkState, useLinkState, useServerNow } from '../link/link-state.ts';
import { useRead } from '../link/reads.ts';
import { productName } from '../product.ts';
import { LINK_WORDS } from '../ui/link-light/link-words.ts';
import { Notice } from '../ui/notice/notice.tsx';
import { meshState } from '../ui/shell/mesh-state.ts';
import { Shell } from '../ui/shell/shell.tsx';
import { linkSince } from './-link-since.ts';
import { usePageTitle } from './-page-title.ts';

/** The palette and what it searches load when it is first asked for. */
const ConsolePalette = lazy(async () => {
  const { ConsolePalette: component } = await import('./-console-palette.tsx');
  return { default: component };
});

const NOW_EVERY_MS = 1000;

/** The shell of the screens, joined to what is known. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  const { pathname } = useLocation();
  const title = usePageTitle();
  const link = useLinkState();
  const now = useServerNow(NOW_EVERY_MS);
  const connections = useRead('connections');
  const mesh = meshState(connections.data, link.state === 'live' ? connections.age : 'unknown');
  const leave = useSignOut();
  useSearchKey(() => setSearching(true));
  return (
    <Shell
      title={title}
      sidebar={{
        product: productName(),
        path: pathname,
        account: accountName(),
        platforms: {
          platforms: connections.data,
          age: connections.age,
          loading: connections.loading,
        },
        onSignOut: leave,
      }}
      link={{ state: link.state, at: linkSince(link), now, mesh: mesh.sentence }}
      mesh={mesh}
      onSearch={() => setSearching(true)}
      notice={<LinkNotice link={link} path={pathname} />}
    >
      {children}
      {searching ? (
        <Suspense>
          <ConsolePalette onClose={() => setSearching(false)} onSignOut={leave} />
        </Suspense>
      ) : null}
    </Shell>
  );
}

function LinkNotice({ link, path }: { link: LinkState; path: string }) {
  if (link.state !== 'refused' && link.state !== 'offline') return null;
  const { tone, sentence } = LINK_WORDS[link.state];
  const signIn = (
    <Link to="/login" search={{ redirect: path }}>
      Sign in
    </Link>
  );
  return (
    <Notice tone={tone} action={link.state === 'refused' ? signIn : undefined}>
      {sentence}
    </Notice>
  );
}

function useSignOut(): () => void {
  const router = useRouter();
  return () => {
    signOut().then(() => router.navigate({ to: '/login' }), reportError);
  };
}

/** Ctrl+K and Cmd+K, as everywhere. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
