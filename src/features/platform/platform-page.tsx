import { EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { PlatformRange } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useAction } from '../../client/actions.ts';
import { useServerNow } from '../../client/connection.ts';
import { usePlatforms } from '../../client/platforms.ts';
import { useRead } from '../../client/reads.ts';
import type { Reading } from '../../shared/model.ts';
import { ReadFailed, type ReadState } from '../../ui/read-state.tsx';
import { filterOf } from '../activity/log-search.ts';
import { useLogs } from '../activity/use-logs.ts';
import { PlatformActions } from '../maintenance/platform-actions.tsx';
import { usePage } from '../shell/page-title.ts';
import { useReconnect } from '../watchdog/use-watchdog-commands.ts';
import { NodeScreen } from './node-screen.tsx';
import { BackToMesh, PlatformScreen } from './platform-screen.tsx';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;
const NOTHING: never[] = [];

interface PlatformPageProps {
  /** Of a platform, or of this node. */
  id: string;
  range: PlatformRange;
  onRange: (range: PlatformRange) => void;
}

/** All about one platform of the mesh, or about this node. */
export function PlatformPage({ id, ...rest }: PlatformPageProps) {
  const connections = usePlatforms();
  const connection = connections.data?.find((one) => one.id === id);
  const mesh = useRead('meshHistory', connections.data && !connection ? { range: '90d' } : null);
  const node = mesh.data?.node?.id === id ? mesh.data.node : undefined;
  usePage(
    connection?.name ?? node?.name ?? 'Platform',
    'How this platform is, how it was, and what happened to it.',
  );
  if (connection)
    return <KnownPlatform key={id} connection={connection} read={connections} {...rest} />;
  if (node) return <KnownNode key={id} {...node} />;
  const isLoading = connections.loading || (connections.data !== undefined && mesh.loading);
  return (
    <Stack>
      <BackToMesh />
      {isLoading ? (
        <Skeleton height="22rem" aria-busy="true" />
      ) : connections.data ? (
        <EmptyState
          title={`This mesh has no platform “${id}”`}
          description="It may have another id, or have been taken out of the mesh's configuration."
          icon={<IconTopologyStar3 />}
        />
      ) : (
        <ReadFailed text="The platforms could not be read" failure={connections.failure} />
      )}
    </Stack>
  );
}

interface KnownPlatformProps extends Omit<PlatformPageProps, 'id'> {
  connection: Connection;
  read: ReadState;
}

function KnownPlatform({ connection, range, ...rest }: KnownPlatformProps) {
  const { id } = connection;
  const details = useRead('platform', { id });
  const days = useRead('platformHistory', { id, range: '90d' });
  const history = useRead('platformHistory', { id, range });
  const incidents = useRead('incidents');
  const maintenance = useRead('maintenance').data;
  const activity = useRead('activity');
  const filter = useMemo(() => filterOf({ platform: id }, 0), [id]);
  const events = useLogs(activity.data ?? NOTHING, filter, undefined);
  const acknowledge = useAction('acknowledgeKey', {
    success: 'The new key is acknowledged',
    failure: 'The key could not be acknowledged',
  });
  return (
    <PlatformScreen
      connection={connection}
      details={optional(details)}
      days={optional(days)}
      history={optional(history)}
      incidents={optional(incidents)}
      maintenance={maintenance ?? NOTHING}
      range={range}
      events={events}
      actions={<PlatformActions platform={id} />}
      reconnect={useReconnect()}
      acknowledgeKey={{
        pending: acknowledge.isPending,
        run: () => acknowledge.mutate({ params: { id } }),
      }}
      now={useServerNow(AGES_EVERY_MS)}
      {...rest}
    />
  );
}

function KnownNode({ id, name }: { id: string; name: string }) {
  const days = useRead('platformHistory', { id, range: '90d' });
  return <NodeScreen id={id} name={name} days={optional(days)} now={useServerNow(AGES_EVERY_MS)} />;
}

/** @returns null for a read that this server does not have */
const optional = <T,>(read: Reading<T>) => (read.failure?.status === 404 ? null : read);
