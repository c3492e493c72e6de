import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { usePing, useReconnect } from './use-watchdog-commands.ts';
import { WatchdogView } from './watchdog-view.tsx';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;

export function WatchdogPage() {
  const summary = useRead('watchdog');
  const now = useServerNow(AGES_EVERY_MS);
  const ping = usePing(summary.data?.platform);
  const reconnect = useReconnect();
  return <WatchdogView summary={summary} now={now} ping={ping} reconnect={reconnect} />;
}
