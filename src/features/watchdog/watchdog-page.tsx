import { Alert, Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconActivityHeartbeat, IconPlugConnected, IconShieldSearch } from '@tabler/icons-react';
import { useRead } from '../../console/reads.ts';
import { usePing, useReconnect } from '../../console/use-watchdog-commands.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePage } from '../../ui/page-title.ts';
import { ReadNote } from '../../ui/read-state.tsx';
import { titleOf } from '../../ui/screens.ts';
import { WatchdogCards } from './watchdog-cards.tsx';
import '../../ui/theme/late-styles.css';

const FAILED =
  'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.';
const WAITING_CARDS = [1, 2, 3, 4];

/** Two actions, and the summary in whatever state it is; null where the server has none. */
export function WatchdogPage() {
  usePage(
    titleOf('/admin-watchdog'),
    'What this platform reports of itself: heartbeat, connections, endpoints.',
  );
  const read = useRead('watchdog');
  const { data: summary, failure } = read;
  const ping = usePing(summary?.platform);
  const reconnect = useReconnect();
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
        <ReadNote read={read} />
      </Group>
      {failure ? (
        <Alert color="red" role="alert">
          {FAILED}
        </Alert>
      ) : null}
      {summary ? <WatchdogCards summary={summary} unknown={read.age === 'unknown'} /> : null}
      {summary === null ? (
        <EmptyState title="No watchdog data available" icon={<IconShieldSearch />} />
      ) : null}
      {summary === undefined && !failure ? (
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="md" aria-busy="true">
          {WAITING_CARDS.map((card) => (
            <Skeleton key={card} height="9rem" radius="lg" />
          ))}
        </SimpleGrid>
      ) : null}
    </Stack>
  );
}
