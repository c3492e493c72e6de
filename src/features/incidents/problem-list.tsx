import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useReadData } from '../../console/reads.ts';
import { timeText } from '../../domain/moment.ts';
import type { MeshProblems, Planned } from '../../domain/problems.ts';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './problem-row.module.css';
import { ProblemRow } from './problem-row.tsx';
import type { Known } from './use-problems.ts';

const SHOWN = 12;

interface ProblemListProps extends MeshProblems, Known {
  /** The only problem is the headline of the screen. */
  hasLead?: boolean;
}

/** Problems, a row each, and one line for what is planned. */
export function ProblemList({ problems, planned, hasLead = false, ...known }: ProblemListProps) {
  const [shown, more] = useFirstRows(problems, 'problems', SHOWN);
  return (
    <div className={styles.list}>
      <ul aria-label="Problems">
        {shown.map((problem) => (
          <Fragment key={problem.key}>
            <ProblemRow problem={problem} isLead={hasLead && problems.length === 1} {...known} />
            <AffectedPlace cause={problem.platform} />
          </Fragment>
        ))}
        {more ? <li key="more">{more}</li> : null}
        {planned.length > 0 ? <PlannedRow planned={planned} /> : null}
      </ul>
    </div>
  );
}

/** What is down or slow because of a platform, under its row. */
function AffectedPlace({ cause }: { cause: string }) {
  const isCause = useReadData('connections')?.some(({ because }) => because === cause) ?? false;
  const { component: AffectedRow } = useLoading(loadAffected, isCause);
  return AffectedRow && isCause ? <AffectedRow cause={cause} /> : null;
}

const loadAffected = async () => (await import('./affected-row.tsx')).AffectedRow;

/** What is in maintenance, of all windows, until when and by whom. */
const PlannedRow = ({ planned }: { planned: readonly Planned[] }) => (
  <li className={styles.planned} aria-label="Maintenance">
    <StatusMark status="maintenance" />
    <p>
      {planned.map(({ key, name, window }, at) => (
        <span key={key}>
          {at > 0 ? ' · ' : ''}
          <b>{name}</b>
          {window ? ` until ${timeText(window.endsAt)}, planned by ${window.createdBy}` : ''}
          {window?.note ? `: ${window.note}` : ''}
        </span>
      ))}
    </p>
    <Link to="/maintenance">Maintenance</Link>
  </li>
);
