import type { IncidentEvent } from '../../../contract/shapes/incident.ts';
import { momentText } from '../../shared/moment.ts';
import styles from './incident.module.css';

/** What happened, oldest first, in the times of the reader. */
export function IncidentTimeline({ events }: { events: readonly IncidentEvent[] }) {
  return (
    <ol className={styles.timeline}>
      {events.map(({ at, kind, text }, index) => (
        <li key={`${at} ${kind} ${String(index)}`} className={styles.event} data-kind={kind}>
          <time dateTime={new Date(at).toISOString()}>{momentText(at, true)}</time>
          <span className={styles.text}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
