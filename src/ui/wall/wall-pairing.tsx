import styles from './wall.module.css';
import { timeText } from './wall-times.ts';

interface WallPairingProps {
  /** Undefined while there is none to show. */
  code: string | undefined;
  /** Until when the code is good, server time, epoch milliseconds. */
  expiresAt: number | undefined;
  /** Why there is no code. */
  problem: string | undefined;
  /** Where an operator approves it: an address without its scheme. */
  place: string;
  /** Nothing else is on the screen. */
  alone: boolean;
}

/** What a wall without a session shows: a code for somebody who is signed in elsewhere. */
export function WallPairing({ code, expiresAt, problem, place, alone }: WallPairingProps) {
  const Ask = alone ? 'h1' : 'p';
  return (
    <section className={styles.pairing} aria-label="Pairing" data-alone={alone}>
      <Ask className={styles.ask}>Approve this display</Ask>
      {code === undefined ? (
        <p className={styles.problem}>{problem ?? 'Asking for a code…'}</p>
      ) : (
        <p className={styles.code}>
          {code.slice(0, 4)}
          <span className={styles.gap} />
          {code.slice(4)}
        </p>
      )}
      <p className={styles.how}>
        On a device that is signed in, open <strong>Displays</strong> and type this code, or go to{' '}
        <span className={styles.place}>{place}</span>
      </p>
      <p className={styles.note}>
        {code && expiresAt ? `Good until ${timeText(expiresAt)}, then another one comes.` : null}
      </p>
    </section>
  );
}
