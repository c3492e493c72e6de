import type { Stats } from '../../../contract/shapes/dashboard.ts';
import { Facts, FactsPlaceholder } from '../facts/facts.tsx';
import { Panel } from '../panel/panel.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';

interface HandshakesCardProps {
  stats: Stats | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const WAITING = ['handshakes', 'connections'];

/** How many handshakes have been completed, and with how many platforms there is a connection. */
export function HandshakesCard({ stats, reading, now }: HandshakesCardProps) {
  return (
    <Panel
      title="Handshakes"
      footer={stats && troubleOf(reading) ? <ReadingNote reading={reading} now={now} /> : null}
      aria-busy={reading.loading}
    >
      {stats ? (
        <Facts
          facts={[
            { name: 'Route66 handshakes', value: stats.route66Handshakes.toLocaleString() },
            { name: 'Mesh connections', value: stats.meshConnections.toLocaleString() },
          ]}
        />
      ) : null}
      {!stats && reading.failure ? (
        <ReadFailed text="The handshakes could not be read" detail={reading.failure.message} />
      ) : null}
      {reading.loading ? <FactsPlaceholder names={WAITING} /> : null}
    </Panel>
  );
}
