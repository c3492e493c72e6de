import { EmptyState } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';

interface ConnectionsPanelProps {
  title: string;
  connections: readonly Connection[] | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
  actions?: ReactNode;
  flush?: boolean;
  /** Stands in the connections' place and keeps their room until they are there. */
  waiting: ReactNode;
  /** Draws the connections, as far as they can be trusted: none that failed to be read again is fresh. */
  children: (connections: readonly Connection[], age: ReadState['age']) => ReactNode;
}

/** A panel over the mesh's connections in whatever state their read is. */
export function ConnectionsPanel(props: ConnectionsPanelProps) {
  const { title, connections, read, now, actions, flush = false, waiting, children } = props;
  return (
    <Panel
      flush={flush}
      title={title}
      actions={actions}
      footer={connections && readTrouble(read) ? <ReadNote read={read} now={now} /> : null}
      aria-busy={read.loading}
    >
      {connections && connections.length > 0
        ? children(connections, read.failure && read.age === 'fresh' ? 'stale' : read.age)
        : null}
      {connections?.length === 0 ? (
        <EmptyState
          p="md"
          title="No platforms are configured"
          icon={<IconTopologyStar3 aria-hidden="true" />}
        />
      ) : null}
      {!connections && read.failure ? (
        <ReadFailed text="The connections could not be read" failure={read.failure} />
      ) : null}
      {read.loading ? waiting : null}
    </Panel>
  );
}
