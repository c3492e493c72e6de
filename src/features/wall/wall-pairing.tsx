import { encode } from 'uqr';
import { timeText } from '../../shared/moment.ts';
import styles from './wall.module.css';

interface WallPairingProps {
  /** Undefined while there is none to show. */
  code: string | undefined;
  /** Until when the code is valid, server time, epoch milliseconds. */
  expiresAt: number | undefined;
  /** Why there is no code. */
  problem: string | undefined;
  /** Where an operator approves it: an address without its scheme. */
  address: string;
  /** The same as a link with the code, for the QR code. */
  link: string;
  /** Nothing else is on the screen. */
  alone: boolean;
}

/** What a wall without a session shows: a code for somebody who is signed in elsewhere. */
export function WallPairing(props: WallPairingProps) {
  const { code, expiresAt, problem, address, link, alone } = props;
  const Heading = alone ? 'h1' : 'p';
  return (
    <section className={styles.pairing} aria-label="Pairing" data-alone={alone}>
      <Heading className={styles.ask}>Approve this display</Heading>
      {code === undefined ? (
        <p className={styles.problem}>{problem ?? 'Asking for a code…'}</p>
      ) : (
        <p className={styles.code}>
          {code.slice(0, 4)}
          <span className={styles.gap} />
          {code.slice(4)}
        </p>
      )}
      {code !== undefined && alone ? <QrCode text={link} /> : null}
      <p className={styles.how}>
        On a device that is signed in, open <strong>Displays</strong> and type this code, or go to{' '}
        <span className={styles.place}>{address}</span>
      </p>
      <p className={styles.note}>
        {code && expiresAt ? `Expires at ${timeText(expiresAt)}. A new code follows.` : null}
      </p>
    </section>
  );
}

/** Dark on white in both schemes: some readers need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
