import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ageText } from '../age/age-text.ts';
import { classes } from '../classes.ts';
import { latencyText } from '../connection-list/latency-text.ts';
import { StatusMark } from '../status-mark/status-mark.tsx';
import { problemsFirst } from './problems-first.ts';
import styles from './wall.module.css';

/** A mesh that is larger is not read from five metres; what is wrong stands first. */
const SHOWN_MAX = 24;
/** As many as the specification's mesh has, last seen ten seconds before `STAND_IN_NOW`. */
const STAND_INS: readonly Connection[] = ['1', '2', '3', '4', '5', '6'].map((id) => ({
  ...{ id, name: 'Platform', domain: '' },
  ...{ status: 'unknown', latencyMs: 100, lastSeen: 0 },
}));
const STAND_IN_NOW = 10_000;

interface WallPlatformsProps {
  /** Undefined until they have been read. */
  connections: readonly Connection[] | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Every platform by shape, word and age, those in trouble first. */
export function WallPlatforms({ connections, now }: WallPlatformsProps) {
  if (connections === undefined) return <Unknown />;
  if (connections.length === 0)
    return <p className={styles.nothing}>No platforms are configured.</p>;
  const shown = problemsFirst(connections).slice(0, SHOWN_MAX);
  const left = connections.length - shown.length;
  return (
    <section aria-label="Platforms" className={styles.area}>
      <ul className={styles.platforms}>
        {shown.map((connection) => (
          <Platform key={connection.id} connection={connection} now={now} />
        ))}
      </ul>
      {left > 0 ? <p className={styles.more}>and {left} more</p> : null}
    </section>
  );
}

/** Keeps the room of a mesh that is not known yet, so that nothing jumps when it is. */
function Unknown() {
  return (
    <div className={classes(styles.area, styles.unknown)}>
      <p className={styles.nothing}>Nothing is known yet.</p>
      <ul className={styles.platforms} aria-hidden="true">
        {STAND_INS.map((connection) => (
          <Platform key={connection.id} connection={connection} now={STAND_IN_NOW} />
        ))}
      </ul>
    </div>
  );
}

function Platform({ connection, now }: { connection: Connection; now: number }) {
  const { name, status, latencyMs, lastSeen } = connection;
  return (
    <li className={styles.platform} data-status={status}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.state}>
        <StatusMark status={status} word />
      </p>
      <p className={styles.detail}>
        {status === 'error' ? null : <span>{latencyText(latencyMs)}</span>}
        <span>{lastSeen === null ? 'never seen' : `seen ${ageText(lastSeen, now)}`}</span>
      </p>
    </li>
  );
}
