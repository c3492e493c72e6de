import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followMesh } from '../../console/mesh-status.ts';
import { followSession } from '../../console/permissions.ts';
import { accountName } from '../../device/markers.ts';
import { ownVersion, productName } from '../../device/product.ts';
import { extra } from '../../ui/extra.tsx';
import { useLeave } from '../auth/leave.tsx';
import { DeviceUploads } from '../bundles/device-uploads.tsx';
import { ConsoleBell } from '../notifications/bell.tsx';
import { ConsoleSearch } from '../search/console-search.tsx';
import { ConsoleNotices } from './console-notices.tsx';
import {
  ConsoleConnection,
  ConsoleOpenCount,
  ConsolePlatformList,
  ConsolePrintHead,
  ConsoleVerdict,
  OriginNote,
  PageTitle,
} from './console-status.tsx';
import { Shell } from './shell.tsx';
import { ConsoleSummary } from './summary-region.tsx';
import '../../ui/theme/console-styles.css';
import { Link, useLocation, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { overlaySearch } from '../../domain/overlay-search.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { isEntryOf, isTabOf, overlayOver, useEntries, wayTo } from '../../ui/screens.ts';
import styles from './screen-tabs.module.css';

/** Says who is needed, once that is known. */
const UrgentBar = extra(async () => (await import('./urgent-bar.tsx')).UrgentBar);
/** Says that a new version is ready, once that can be so. */
const ConsoleUpdate = extra(async () => (await import('./console-update.tsx')).ConsoleUpdate);

/** The shell of the screens, joined to what is known. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  const { leave, question } = useLeave();
  useEffect(followSession, []);
  useEffect(followMesh, []);
  return (
    <Shell
      title={<PageTitle />}
      sidebar={{
        product: productName(),
        version: ownVersion(),
        account: accountName(),
        platforms: (onLeave) => <ConsolePlatformList onLeave={onLeave} />,
        openCount: <ConsoleOpenCount />,
        onSignOut: leave,
      }}
      tabs={<ScreenTabs />}
      urgent={<UrgentBar />}
      origin={<OriginNote />}
      printHead={<ConsolePrintHead />}
      verdict={<ConsoleVerdict />}
      tools={
        <>
          <DeviceUploads />
          <ConsoleConnection />
          <ConsoleBell />
        </>
      }
      onSearch={() => setSearching(true)}
      notices={
        <>
          <ConsoleNotices />
          <ConsoleUpdate />
        </>
      }
    >
      {children}
      <ConsoleSummary />
      <ConsoleOverlays />
      {question}
      <ConsoleSearch
        opened={searching}
        onOpen={() => setSearching(true)}
        onClose={() => setSearching(false)}
        onSignOut={leave}
      />
    </Shell>
  );
}

interface OverlayProps {
  opened: boolean;
  onClose: () => void;
  /** Of a display that is to be paired. */
  code: string;
}

/** What opens over any screen, by its name in the address. */
const OVERLAYS = {
  // What shows how an upload goes comes with the dialog: a connection that is lost meanwhile could not bring it.
  upload: lazyDialog<OverlayProps>(async () => {
    const [{ UploadForm }] = await Promise.all([
      import('../bundles/upload-form.tsx'),
      import('../bundles/outbox-button.tsx'),
    ]);
    return UploadForm;
  }),
  diagnostics: lazyDialog<OverlayProps>(
    async () => (await import('../diagnostics/diagnostics-dialog.tsx')).DiagnosticsDialog,
  ),
  displays: lazyDialog<OverlayProps>(
    async () => (await import('../displays/displays-dialog.tsx')).DisplaysDialog,
  ),
  connect: lazyDialog<OverlayProps>(
    async () => (await import('../mesh/connect-dialog.tsx')).ConnectDialog,
  ),
  device: lazyDialog<OverlayProps>(
    async () => (await import('../device/device-dialog.tsx')).DeviceDialog,
  ),
};

/** Opens what the address names, and leaves the screen that is below it when it closes. */
export function ConsoleOverlays() {
  const { show, code = '' } = overlaySearch(useSearch({ strict: false }));
  const router = useRouter();
  const onClose = () => void router.navigate(overlayOver({ show: undefined, code: undefined }));
  return Object.entries(OVERLAYS).map(([name, Overlay]) => (
    <Overlay key={name} opened={show === name} code={code} onClose={onClose} />
  ));
}

/** The tabs of the entry that is shown; nothing where it has one screen, and over the page of one platform or incident. */
export function ScreenTabs() {
  const place = useLocation();
  // They change together with the screen below them.
  const shown = useRouterState({ select: (state) => state.resolvedLocation ?? state.location });
  const list = useRef<HTMLUListElement>(null);
  const entry = useEntries().find((one) => isEntryOf(one, shown));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked one is another at each address
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-current]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [place.href, entry?.name]);
  if (!entry?.tabs[1] || !entry.tabs.some((tab) => isTabOf(tab, shown))) return null;
  return (
    <nav aria-label={entry.name} className={styles.tabs} data-screen-only="">
      <ul ref={list}>
        {entry.tabs.map((tab) => (
          <li key={tab.name}>
            <Link
              {...wayTo(tab)}
              activeOptions={{ exact: true }}
              // What is open over the screen is marked by the link itself.
              aria-current={!place.search.show && isTabOf(tab, place) ? 'page' : undefined}
            >
              {tab.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
