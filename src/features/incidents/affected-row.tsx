import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useReadData } from '../../console/reads.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './problem-row.module.css';

const NAMED_MAX = 8;

/** In one line, however many: who is on the problem above is on them. */
export function AffectedRow({ cause }: { cause: string }) {
  const affected = useReadData('connections')?.filter(({ because }) => because === cause) ?? [];
  const more = affected.length - NAMED_MAX;
  return (
    <li className={styles.planned} aria-label="Because of it">
      <StatusMark status="affected" />
      <p>
        because of it:{' '}
        {affected.slice(0, NAMED_MAX).map(({ id, name }, at) => (
          <Fragment key={id}>
            {at > 0 ? ', ' : ''}
            <Link to="/mesh-network/$platform" params={{ platform: id }}>
              {name}
            </Link>
          </Fragment>
        ))}
        {more > 0 ? ` and ${more} more` : ''}
      </p>
    </li>
  );
}
