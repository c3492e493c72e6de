import { Drawer, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useAction } from '../../client/actions.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { filterOf } from '../activity/log-search.ts';
import { useLogs } from '../activity/use-logs.ts';
import { useReconnect } from '../watchdog/use-watchdog-commands.ts';
import { PlatformDetails } from './platform-details.tsx';

const AGES_EVERY_MS = 5000;
const NOTHING: never[] = [];

interface PlatformDrawerProps extends DialogProps {
  /** Of the platform. */
  id: string | undefined;
}

/** All about one platform, beside the screen it was opened from. */
export function PlatformDrawer({ opened, id, onClose }: PlatformDrawerProps) {
  const [lastId, setLastId] = useState(id);
  if (id !== undefined && id !== lastId) setLastId(id);
  const connections = useRead('connections');
  const shown = connections.data?.find((one) => one.id === lastId);
  return (
    <Drawer opened={opened} onClose={onClose} size="lg" title={shown?.name ?? 'Platform'}>
      {shown || lastId === undefined ? null : (
        <Text size="sm" c="dimmed">
          {connections.loading ? 'Loading…' : `This mesh has no platform “${lastId}”.`}
        </Text>
      )}
      {shown ? <OpenedPlatform key={shown.id} connection={shown} read={connections} /> : null}
    </Drawer>
  );
}

function OpenedPlatform({ connection, read }: { connection: Connection; read: ReadState }) {
  const { id } = connection;
  const [range, setRange] = useState<HistoryRange>('24h');
  const history = useRead('meshHistory', { range });
  const activity = useRead('activity');
  const filter = useMemo(() => filterOf({ platform: id }, 0), [id]);
  const logs = useLogs(activity.data ?? NOTHING, filter, undefined);
  const now = useServerNow(AGES_EVERY_MS);
  const reconnect = useReconnect();
  const acknowledge = useAction('acknowledgeKey', {
    success: 'The new key is acknowledged',
    failure: 'The key could not be acknowledged',
  });
  return (
    <PlatformDetails
      connection={connection}
      read={read}
      history={history.failure?.status === 404 ? null : history}
      range={range}
      onRange={setRange}
      events={logs}
      reconnect={reconnect}
      acknowledgeKey={{
        pending: acknowledge.isPending,
        run: () => acknowledge.mutate({ params: { id } }),
      }}
      now={now}
    />
  );
}
