import { useState } from 'react';
import type { Display } from '../../../contract/shapes/display.ts';
import { ageText } from '../age/age-text.ts';
import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { momentText } from '../moment/moment.ts';
import styles from './displays.module.css';

export interface DisplayRowProps {
  display: Display;
  /** Something is being asked of it. */
  busy: boolean;
  /** The build of this page, to be compared with the display's. */
  ownBuild: string;
  /** Server time now, epoch milliseconds. */
  now: number;
  onFlash: (display: Display) => void;
  onReload: (display: Display) => void;
  onRevoke: (display: Display) => void;
}

const AWAY = 'It is not connected.';

/** One display: whether it is there, what it runs, and what can be done with it. */
export function DisplayRow(props: DisplayRowProps) {
  const { display, busy, ownBuild, now, onFlash, onReload, onRevoke } = props;
  const { name, connected, approvedBy, createdAt } = display;
  const [asked, setAsked] = useState(false);
  const hindrance = connected ? undefined : AWAY;
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <Badge tone={connected ? 'good' : 'neutral'}>{connected ? 'Connected' : 'Away'}</Badge>
      </div>
      <p className={styles.text}>
        {seenText(display, now)} · {versionText(display, ownBuild)} · approved by {approvedBy},{' '}
        {momentText(createdAt)}
      </p>
      {asked ? (
        <div className={styles.actions}>
          <p className={styles.question}>It shows a code again, and nothing new.</p>
          <Button onClick={() => setAsked(false)}>Keep it</Button>
          <Button kind="danger" busy={busy} onClick={() => onRevoke(display)}>
            Revoke {name}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button hindrance={hindrance} disabled={busy} onClick={() => onFlash(display)}>
            Flash
          </Button>
          <Button hindrance={hindrance} disabled={busy} onClick={() => onReload(display)}>
            Reload
          </Button>
          <Button onClick={() => setAsked(true)}>Revoke</Button>
        </div>
      )}
    </li>
  );
}

function seenText({ connected, seenAt }: Display, now: number): string {
  if (seenAt === null) return 'Never seen';
  return connected ? `Here since ${momentText(seenAt)}` : `Last seen ${ageText(seenAt, now)}`;
}

function versionText({ build }: Display, ownBuild: string): string {
  if (build === null) return 'version unknown';
  return build === ownBuild ? `version ${build}, as here` : `version ${build}, not as here`;
}
