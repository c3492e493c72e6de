import { createFileRoute, Link } from '@tanstack/react-router';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { buttonLook } from '../../ui/button/button-look.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { WatchdogView } from '../../ui/watchdog/watchdog-view.tsx';
import { usePage } from '../-page-title.ts';
import { stateOf } from './-reading-state.ts';
import { usePing, useReconnect } from './-use-watchdog-commands.ts';

const AGES_EVERY_MS = 5000;

export const Route = createFileRoute('/_console/admin-watchdog')({ component: WatchdogPage });

function WatchdogPage() {
  usePage(
    'Sovereign Watchdog',
    'What this platform reports of itself: heartbeat, connections, calls.',
  );
  const summary = useRead('watchdog');
  const now = useServerNow(AGES_EVERY_MS);
  const ping = usePing(summary.data?.platform);
  const reconnect = useReconnect();
  return (
    <Screen>
      <WatchdogView
        summary={summary.data}
        reading={stateOf(summary)}
        now={now}
        pinging={ping.pending}
        reconnecting={reconnect.pending}
        onPing={ping.run}
        onReconnect={reconnect.run}
        links={
          <>
            <Link to="/admin/heartbeat" className={buttonLook()}>
              Heartbeat
            </Link>
            <Link to="/admin/route66-proof" className={buttonLook()}>
              Route66 proof
            </Link>
          </>
        }
      />
    </Screen>
  );
}
