import { EmptyState } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ReadPanel, type ReadPanelProps } from '../../ui/read-panel.tsx';

type ConnectionsPanelProps = Omit<ReadPanelProps<readonly Connection[]>, 'failed' | 'room'>;

/** A panel over the mesh's connections in whatever state their read is. */
export function ConnectionsPanel({ children, ...panel }: ConnectionsPanelProps) {
  return (
    <ReadPanel failed="The connections could not be read" room="22rem" {...panel}>
      {(connections, age) =>
        connections.length === 0 ? (
          <EmptyState
            p="md"
            title="No platforms are configured"
            icon={<IconTopologyStar3 aria-hidden="true" />}
          />
        ) : (
          children(connections, age)
        )
      }
    </ReadPanel>
  );
}
