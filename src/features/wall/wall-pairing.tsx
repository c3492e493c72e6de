import { Box } from '@mantine/core';
import type { PairingState } from '../../console/wall/pairing.ts';
import { timeText } from '../../domain/moment.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

/** Where an operator approves a display. */
const APPROVAL_PATH = '/dashboard?show=displays';

interface WallPairingProps {
  pairing: PairingState;
  /** Nothing else is on the screen. */
  alone: boolean;
}

/** What a wall without a session shows: a code for somebody who is signed in elsewhere. */
export function WallPairing({ pairing, alone }: WallPairingProps) {
  const waiting = pairing.state === 'waiting' ? pairing : undefined;
  return (
    <section className={styles.pairing} aria-label="Pairing" data-alone={alone}>
      <Box component={alone ? 'h1' : 'p'} fz={units(2.4)} fw={650}>
        Approve this display
      </Box>
      {waiting ? (
        <p className={styles.code}>
          {waiting.code.slice(0, 4)}
          <Box component="span" display="inline-block" w="0.5em" />
          {waiting.code.slice(4)}
        </p>
      ) : (
        <Box component="p" c="dimmed" fz={units(2.4)}>
          {pairing.state === 'failed' ? pairing.text : 'Asking for a code…'}
        </Box>
      )}
      {waiting && alone ? (
        <QrCode
          text={`${location.origin}${APPROVAL_PATH}&code=${waiting.code}`}
          w={units(16)}
          bdrs={units(0.6)}
        />
      ) : null}
      <p className={styles.how}>
        On a device that is signed in, open <strong>Displays</strong> and type this code, or go to{' '}
        <span className={styles.place}>
          {location.host}
          {APPROVAL_PATH}
        </span>
      </p>
      <Box component="p" c="dimmed" fz={units(1.5)} mih="1.2em" className={styles.note ?? ''}>
        {waiting ? `Expires at ${timeText(waiting.expiresAt)}. A new code follows.` : null}
      </Box>
    </section>
  );
}
