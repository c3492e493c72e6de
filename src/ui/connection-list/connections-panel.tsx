import { IconTopologyStar3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Empty } from '../empty/empty.tsx';
import { Panel } from '../panel/panel.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';

interface ConnectionsPanelProps {
  title: string;
  connections: readonly Connection[] | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
  actions?: ReactNode;
  flush?: boolean;
  /** Stands in the connections' place and keeps their room until they are there. */
  waiting: ReactNode;
  /** Draws the connections, as far as they can be trusted: none that failed to be read again is fresh. */
  children: (connections: readonly Connection[], age: ReadingState['age']) => ReactNode;
}

/** A panel over the mesh's connections in whatever state their read is. */
export function ConnectionsPanel(props: ConnectionsPanelProps) {
  const { title, connections, reading, now, actions, flush = false, waiting, children } = props;
  return (
    <Panel
      flush={flush}
      title={title}
      actions={actions}
      footer={
        connections && troubleOf(reading) ? <ReadingNote reading={reading} now={now} /> : null
      }
      aria-busy={reading.loading}
    >
      {connections && connections.length > 0
        ? children(connections, reading.failure && reading.age === 'fresh' ? 'stale' : reading.age)
        : null}
      {connections?.length === 0 ? (
        <Empty text="No platforms are configured" icon={<IconTopologyStar3 aria-hidden="true" />} />
      ) : null}
      {!connections && reading.failure ? (
        <ReadFailed text="The connections could not be read" detail={reading.failure.message} />
      ) : null}
      {reading.loading ? waiting : null}
    </Panel>
  );
}
