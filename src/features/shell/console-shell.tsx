import { type ReactNode, useEffect, useState } from 'react';
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
import { ConsoleOverlays } from './console-overlays.tsx';
import {
  ConsoleConnection,
  ConsoleDownCount,
  ConsoleOpenCount,
  ConsolePlatformList,
  ConsolePlatformStrip,
  ConsolePrintHead,
  ConsoleVerdict,
  OriginNote,
  PageTitle,
} from './console-status.tsx';
import { Shell } from './shell.tsx';
import { ConsoleSummary } from './summary-region.tsx';
import '../../ui/theme/console-styles.css';

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
        downCount: <ConsoleDownCount />,
        openCount: <ConsoleOpenCount />,
        onSignOut: leave,
      }}
      strip={<ConsolePlatformStrip />}
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
