import { MESH_CONNECTIONS_MAX } from '../../../contract/limits.ts';
import { Age } from '../age/age.tsx';
import { LINK_WORDS, type LinkStateName } from '../link-light/link-words.ts';
import styles from './wall.module.css';
import { dayText, timeText } from './wall-times.ts';

interface WallHeadProps {
  product: string;
  /** This node and the sisters that answered; undefined while it is not known. */
  meshConnections: number | undefined;
  link: LinkStateName;
  /** When the server was last heard, server time, epoch milliseconds. */
  heardAt: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** How much of the mesh is there, the server's clock, and how good this screen's own link is. */
export function WallHead({ product, meshConnections, link, heardAt, now }: WallHeadProps) {
  const { word, tone } = LINK_WORDS[link];
  return (
    <header className={styles.head}>
      <p className={styles.count}>
        <span className={styles.share}>
          {meshConnections ?? '–'}
          <span className={styles.total}>/{MESH_CONNECTIONS_MAX}</span>
        </span>
        <span className={styles.label}>
          mesh
          <br />
          connections
        </span>
      </p>
      <div className={styles.self}>
        <h1 className={styles.product}>{product}</h1>
        <p className={styles.link} data-tone={tone}>
          <span className={styles.lamp} aria-hidden="true" />
          {word}
          {heardAt === undefined ? null : <Age at={heardAt} now={now} />}
        </p>
      </div>
      <p className={styles.clock}>
        <time dateTime={new Date(now).toISOString()} className={styles.time}>
          {timeText(now)}
        </time>
        <span className={styles.label}>{dayText(now)}</span>
      </p>
    </header>
  );
}
