import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { accountName } from '../link/account.ts';
import { useRead } from '../link/reads.ts';
import { ownVersion, productName } from '../product.ts';
import { Shell } from '../ui/shell/shell.tsx';
import { ConsoleOutbox } from './-console-outbox.tsx';
import { ConsoleSearch, useSearchKey } from './-console-search.tsx';
import { ConsoleNotice, ConsoleState } from './-console-state.tsx';
import { ConsoleSummary } from './-console-summary.tsx';
import { extra } from './-extra.ts';
import { useLeave } from './-leave.tsx';
import { usePageTitle } from './-page-title.ts';

/** Says that a new version is ready, once that can be so. */
const ConsoleUpdate = extra(async () => (await import('./-console-update.tsx')).ConsoleUpdate);

/** The shell of the screens, joined to what is known. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  const { pathname } = useLocation();
  const title = usePageTitle();
  const connections = useRead('connections');
  const { leave, question } = useLeave();
  useSearchKey(() => setSearching(true));
  return (
    <Shell
      title={title}
      sidebar={{
        product: productName(),
        version: ownVersion(),
        path: pathname,
        account: accountName(),
        platforms: {
          platforms: connections.data,
          age: connections.age,
          loading: connections.loading,
          failed: connections.failure !== undefined && connections.data === undefined,
        },
        onSignOut: leave,
      }}
      state={
        <>
          <ConsoleOutbox />
          <ConsoleState />
        </>
      }
      onSearch={() => setSearching(true)}
      notice={
        <>
          <ConsoleNotice />
          <Suspense>
            <ConsoleUpdate />
          </Suspense>
        </>
      }
    >
      {children}
      <ConsoleSummary />
      {question}
      {searching ? <ConsoleSearch onClose={() => setSearching(false)} onSignOut={leave} /> : null}
    </Shell>
  );
}
