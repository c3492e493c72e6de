import styles from './wall.module.css';
import { agoText, momentAgoText } from './wall-times.ts';

interface WallAlarmProps {
  /** Server time at which the server was last heard; undefined when it never was. */
  since: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** The server answers, and lets nobody in: then it is the picture that is old. */
  refused?: boolean;
}

/** The first problem of all: this screen does not know how things are. */
export function WallAlarm({ since, now, refused = false }: WallAlarmProps) {
  if (since === undefined)
    return (
      <p className={styles.alarm} role="alert">
        No answer yet
      </p>
    );
  return (
    <p className={styles.alarm}>
      <span role="alert">
        {refused ? 'This was so at' : 'No answer since'} {momentAgoText(since, now)}
      </span>
      , {agoText(since, now)}
    </p>
  );
}
