import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import type { Age } from '../../shared/model.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './platforms-panel.module.css';

interface PlatformStatusProps {
  connection: Connection;
  age: Age;
  now: number;
}

/** A platform's state, and since when it has it: the time, and how long that is. */
export function PlatformStatus({ connection, age, now }: PlatformStatusProps) {
  const { status, since } = connection;
  const isKnown = age !== 'unknown' && status !== 'unknown';
  return (
    <>
      <StatusMark status={status} age={age} word />
      {isKnown && typeof since === 'number' ? (
        <p className={styles.small}>
          since {momentAgoText(since, now)}
          <span className={styles.wide}> ({durationText(now - since)})</span>
        </p>
      ) : null}
    </>
  );
}

interface PlatformLinkProps {
  id: string;
  name: string;
}

/** A platform's name. All of the positioned row that it stands in leads to the platform. */
export function PlatformLink({ id, name }: PlatformLinkProps) {
  return (
    <Link to="/mesh-network/$platform" params={{ platform: id }} className={styles.link ?? ''}>
      {name}
    </Link>
  );
}
