import { MESH_SIZE_DEFAULT } from '../../../contract/limits.ts';
import { CONNECTION_LABELS, type ConnectionLabel } from '../../shared/connection-labels.ts';
import { ageText } from '../../shared/format.ts';
import { dayText, timeText } from '../../shared/moment.ts';
import type { MeshVerdict } from '../../shared/verdict.ts';
import styles from './wall.module.css';

interface WallHeadProps {
  product: string;
  /** This node and the platforms that answered; undefined while unknown. */
  meshConnections: number | undefined;
  /** This node and all configured platforms. */
  meshSize?: number | undefined;
  verdict: Pick<MeshVerdict, 'state' | 'detail' | 'color' | 'badge'>;
  link: ConnectionLabel;
  /** When the last message came from the server, server time, epoch milliseconds. */
  lastMessageAt: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The verdict about the mesh, the server's clock, and this screen's own connection. */
export function WallHead(props: WallHeadProps) {
  const { product, meshConnections, meshSize = MESH_SIZE_DEFAULT, verdict, now } = props;
  const { link, lastMessageAt } = props;
  const { word, color } = CONNECTION_LABELS[link];
  return (
    <header className={styles.head}>
      <div className={styles.count}>
        <span className={styles.share}>
          {meshConnections ?? '–'}
          <span className={styles.total}>/{meshSize}</span>
        </span>
        <span>
          <span className={styles.label}>mesh connections</span>
          <span className={styles.verdict} data-color={verdict.color}>
            {verdictText(verdict)}
          </span>
        </span>
      </div>
      <div className={styles.self}>
        <h1 className={styles.product}>{product}</h1>
        <p className={styles.link} data-color={color}>
          <span className={styles.lamp} aria-hidden="true" />
          {word}
          {lastMessageAt === undefined ? null : <time>{ageText(lastMessageAt, now)}</time>}
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

function verdictText({ state, detail, badge }: WallHeadProps['verdict']): string {
  if (state === 'active') return 'All platforms up';
  if (state === 'unknown') return 'State unknown';
  return detail === '' ? badge : detail;
}
