import { Skeleton, Stack } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import type { PlatformRange } from '../../../contract/limits.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePage } from '../../ui/page-title.ts';
import { ReadFailed } from '../../ui/read-state.tsx';
import { NodeScreen } from './node-screen.tsx';
import { BackToMesh, PlatformScreen } from './platform-screen.tsx';
import '../../ui/theme/late-styles.css';

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
    return <PlatformScreen key={id} connection={connection} read={connections} {...rest} />;
  if (node) return <NodeScreen key={id} {...node} />;
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
          icon={<IconAffiliate />}
        />
      ) : (
        <ReadFailed text="The platforms could not be read" failure={connections.failure} />
      )}
    </Stack>
  );
}
