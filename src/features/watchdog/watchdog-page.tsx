import { Alert, Button, EmptyState, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconActivityHeartbeat, IconPlugConnected, IconShieldSearch } from '@tabler/icons-react';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { type DataRead, ReadNote } from '../../ui/read-state.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { usePage } from '../shell/page-title.ts';
import { type Command, usePing, useReconnect } from './use-watchdog-commands.ts';
import { WatchdogCards } from './watchdog-cards.tsx';
import '../../ui/theme/late-styles.css';

const FAILED =
  'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.';
const WAITING_CARDS = [1, 2, 3, 4];

const AGES_EVERY_MS = 5000;

export function WatchdogPage() {
  usePage(
    'Sovereign Watchdog',
    'What this platform reports of itself: heartbeat, connections, endpoints.',
  );
  const summary = useRead('watchdog');
  const now = useServerNow(AGES_EVERY_MS);
  const ping = usePing(summary.data?.platform);
  return <WatchdogView summary={summary} now={now} ping={ping} reconnect={useReconnect()} />;
}

interface WatchdogViewProps {
  /** null: the server has none. */
  summary: DataRead<WatchdogSummary>;
  /** Server time now, epoch milliseconds. */
  now: number;
  ping: Command;
  reconnect: Command;
}

/** The page's two actions, and the summary in whatever state it is. */
export function WatchdogView({ summary: read, now, ping, reconnect }: WatchdogViewProps) {
  const { data: summary, failure } = read;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Allowed call="ping">
          <Button
            leftSection={<IconActivityHeartbeat size={18} />}
            loading={ping.pending}
            onClick={ping.run}
          >
            Ping
          </Button>
        </Allowed>
        <Allowed call="reconnect">
          <Button
            leftSection={<IconPlugConnected size={18} />}
            loading={reconnect.pending}
            onClick={reconnect.run}
          >
            Manual Reconnect
          </Button>
        </Allowed>
        <ReadNote read={read} now={now} />
      </Group>
      {failure ? (
        <Alert color="red" role="alert">
          {FAILED}
        </Alert>
      ) : null}
      {summary ? (
        <WatchdogCards summary={summary} unknown={read.age === 'unknown'} now={now} />
      ) : null}
      {summary === null ? (
        <EmptyState title="No watchdog data available" icon={<IconShieldSearch />} />
      ) : null}
      {summary === undefined && !failure ? (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md" aria-busy="true">
          {WAITING_CARDS.map((card) => (
            <Skeleton key={card} height="9rem" radius="lg" />
          ))}
        </SimpleGrid>
      ) : null}
    </Stack>
  );
}
