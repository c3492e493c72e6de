import { Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { MESH_SIZE_DEFAULT } from '../../../contract/limits.ts';
import type { Stats } from '../../../contract/shapes/system.ts';
import panelStyles from '../../ui/panel.module.css';
import { type DataRead, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './stat-cards.module.css';

/** Fixed by the specification. */
const SOVEREIGN_STATUS = 'S11.1';

/** Value and note of what is measured, by the card's label. */
const MEASURED: Record<string, (stats: Stats) => readonly [value: ReactNode, note: string]> = {
  'Mesh Connections': (stats) => [<MeshShare key="share" {...stats} />, uptimeNote(stats)],
  'ZIP Bundles': (stats) => [stats.zipBundlesProcessed.toLocaleString(), 'Processed'],
  'Route66 Handshakes': (stats) => [stats.route66Handshakes.toLocaleString(), 'Completed'],
};

interface StatCardsProps {
  read: DataRead<Stats>;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The dashboard's four numbers in one strip; four placeholders until they have been read. */
export function StatCards({ read, now }: StatCardsProps) {
  const { data, failure } = read;
  const isLoading = !data && !failure;
  return (
    <section
      className={`${panelStyles.card} ${styles.cards}`}
      aria-label="Key figures"
      aria-busy={isLoading}
    >
      {isLoading ? (
        [...Object.keys(MEASURED), SOVEREIGN_STATUS].map((card) => (
          <div key={card} className={styles.card} data-stat-placeholder="">
            <Skeleton h="1.5rem" className={styles.value} />
          </div>
        ))
      ) : (
        <>
          {Object.entries(MEASURED).map(([label, measure]) => {
            const [value, note] = data ? measure(data) : [];
            return (
              <StatCard key={label} label={label} value={value} note={note} read={read} now={now} />
            );
          })}
          <StatCard label="Sovereign Status" value={SOVEREIGN_STATUS} note="" now={now} />
        </>
      )}
    </section>
  );
}

type MeshCount = Pick<Stats, 'meshConnections' | 'meshSize'>;

/** @returns the share of the mesh that is connected: 6 of 7 is '85.7% uptime'. */
export function uptimeNote({ meshConnections, meshSize = MESH_SIZE_DEFAULT }: MeshCount): string {
  const share = Math.min(Math.max(meshConnections / meshSize, 0), 1);
  return `${Number((share * 100).toFixed(1))}% uptime`;
}

interface StatCardProps {
  label: string;
  /** Undefined while it is not known. */
  value: ReactNode | undefined;
  note: string | undefined;
  /** Of the read that the value comes from; without it the value is fixed. */
  read?: ReadState;
  now: number;
}

/** One number, what it means, and how old it is when it is not fresh. */
function StatCard({ label, value, note, read, now }: StatCardProps) {
  const labelId = useId();
  const trouble = read && readTrouble(read);
  const isUnknown = value === undefined || (read?.age === 'unknown' && read.at !== undefined);
  return (
    <article aria-labelledby={labelId} className={styles.card}>
      <p className={styles.value} data-dimmed={trouble && ''}>
        {isUnknown ? <small>UNKNOWN</small> : value}
      </p>
      <h2 id={labelId} className={styles.label}>
        {label}
      </h2>
      <p className={styles.note}>
        {isUnknown && value !== undefined
          ? null
          : (note ?? read?.failure?.userMessage ?? read?.failure?.message)}
        {trouble && read?.at !== undefined ? (
          <TimeAgo at={read.at} now={now} prefix={isUnknown ? 'Last known' : ' as of'} />
        ) : null}
      </p>
    </article>
  );
}

function MeshShare({ meshConnections, meshSize = MESH_SIZE_DEFAULT }: MeshCount) {
  return (
    <>
      {meshConnections}
      <span className={styles.size}>/{meshSize}</span>
    </>
  );
}
