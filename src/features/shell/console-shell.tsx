import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { accountName } from '../../client/markers.ts';
import { followSession } from '../../client/permissions.ts';
import { ownVersion, productName } from '../../product.ts';
import { useLeave } from '../auth/leave.tsx';
import { ConsoleBell } from '../notifications/bell.tsx';
import { ConsoleOutbox } from '../outbox/console-outbox.tsx';
import { ConsoleSearch } from '../search/console-search.tsx';
import { ConsoleNotices } from './console-notices.tsx';
import {
  ConsoleConnection,
  ConsoleDownCount,
  ConsoleOpenCount,
  ConsolePlatformList,
  ConsolePlatformStrip,
  ConsolePrintHead,
  ConsoleVerdict,
  PageTitle,
} from './console-status.tsx';
import { extra } from './extra.ts';
import { Shell } from './shell.tsx';
import { ConsoleSummary } from './summary-region.tsx';
import '../../ui/theme/console-styles.css';

/** Says that a new version is ready, once that can be so. */
const ConsoleUpdate = extra(
  async () => (await import('../updates/console-update.tsx')).ConsoleUpdate,
);

/** The shell of the screens, joined to what is known. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  const { leave, question } = useLeave();
  useEffect(followSession, []);
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
      printHead={<ConsolePrintHead />}
      verdict={<ConsoleVerdict />}
      tools={
        <>
          <ConsoleOutbox />
          <ConsoleConnection />
          <ConsoleBell />
        </>
      }
      onSearch={() => setSearching(true)}
      notices={
        <>
          <ConsoleNotices />
          <Suspense>
            <ConsoleUpdate />
          </Suspense>
        </>
      }
    >
      {children}
      <ConsoleSummary />
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
