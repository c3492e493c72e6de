import { type ReactNode, Suspense, useState } from 'react';
import { accountName } from '../../client/markers.ts';
import { useRead } from '../../client/reads.ts';
import { ownVersion, productName } from '../../product.ts';
import { useLeave } from '../auth/leave.tsx';
import { ConsoleBell } from '../notifications/bell.tsx';
import { ConsoleOutbox } from '../outbox/console-outbox.tsx';
import { ConsoleSearch } from '../search/console-search.tsx';
import { ConsoleNotices } from './console-notices.tsx';
import { ConsoleConnection, ConsoleDownCount, ConsoleVerdict } from './console-status.tsx';
import { extra } from './extra.ts';
import { usePageTitle } from './page-title.ts';
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
  const title = usePageTitle();
  const connections = useRead('connections');
  const { leave, question } = useLeave();
  return (
    <Shell
      title={title}
      sidebar={{
        product: productName(),
        version: ownVersion(),
        account: accountName(),
        connections,
        downCount: <ConsoleDownCount />,
        onSignOut: leave,
      }}
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
