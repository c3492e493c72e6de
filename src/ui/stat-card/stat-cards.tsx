import {
  IconArchive,
  IconHeartHandshake,
  IconShieldCheck,
  IconTopologyStar3,
} from '@tabler/icons-react';
import { MESH_CONNECTIONS_MAX } from '../../../contract/limits.ts';
import type { Stats } from '../../../contract/shapes/dashboard.ts';
import type { ReadingState } from '../reading-note/reading-state.ts';
import styles from './stat-card.module.css';
import { StatCard, StatCardPlaceholder } from './stat-card.tsx';
import { uptimeNote } from './uptime.ts';

/** Fixed by the specification. */
const SOVEREIGN_STATUS = 'S11.1';
const CARDS = ['mesh', 'bundles', 'handshakes', 'status'];

interface StatCardsProps {
  stats: Stats | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The dashboard's four numbers; four placeholders until they have been read for the first time. */
export function StatCards({ stats, reading, now }: StatCardsProps) {
  if (!stats && !reading.failure) {
    return (
      <section className={styles.area} aria-label="Key figures" aria-busy="true" data-read="stats">
        <div className={styles.cards}>
          {CARDS.map((card) => (
            <StatCardPlaceholder key={card} />
          ))}
        </div>
      </section>
    );
  }
  return (
    <section className={styles.area} aria-label="Key figures" data-read="stats">
      <div className={styles.cards}>
        <StatCard
          label="Mesh Connections"
          value={stats && <MeshShare count={stats.meshConnections} />}
          note={stats ? uptimeNote(stats.meshConnections) : reading.failure?.message}
          icon={<IconTopologyStar3 />}
          reading={reading}
          now={now}
        />
        <StatCard
          label="ZIP Bundles"
          value={stats?.zipBundlesProcessed.toLocaleString()}
          note={stats ? 'Processed' : reading.failure?.message}
          icon={<IconArchive />}
          reading={reading}
          now={now}
        />
        <StatCard
          label="Route66 Handshakes"
          value={stats?.route66Handshakes.toLocaleString()}
          note={stats ? 'Completed' : reading.failure?.message}
          icon={<IconHeartHandshake />}
          reading={reading}
          now={now}
        />
        <StatCard
          label="Sovereign Status"
          value={SOVEREIGN_STATUS}
          note="Console standard"
          icon={<IconShieldCheck />}
          now={now}
        />
      </div>
    </section>
  );
}

function MeshShare({ count }: { count: number }) {
  return (
    <>
      {count}
      <span className={styles.total}>/{MESH_CONNECTIONS_MAX}</span>
    </>
  );
}
