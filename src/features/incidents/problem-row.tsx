import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsWaiting } from '../../console/acknowledgements.ts';
import { accountName } from '../../device/markers.ts';
import { ageText, durationText } from '../../domain/format.ts';
import { momentAgoText, momentText, timeText } from '../../domain/moment.ts';
import { type Owner, ownerText } from '../../domain/owner.ts';
import { type Problem, problemState, problemTitle } from '../../domain/problems.ts';
import { IncidentMark } from '../../ui/incident-mark.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { ProblemActionsPlace } from './problem-actions-place.tsx';
import styles from './problem-row.module.css';
import type { Known } from './use-problems.ts';

export interface ProblemRowProps extends Known {
  problem: Problem;
  /** It is the only one, and the headline of its screen. */
  isLead?: boolean;
}

/** A problem on every screen: what, why, how long, who is on it, and the one thing to do next. */
export function ProblemRow({ problem, isLead = false, isKnown, at, now }: ProblemRowProps) {
  const { status, incident, owner, isByPerson } = problem;
  const me = accountName();
  const isWaiting = useIsWaiting(String(incident?.id));
  const title = problemTitle(problem, isKnown ? 'is' : 'was');
  const asOf = at === undefined ? '' : `unknown now, as of ${momentAgoText(at, now)}`;
  const cause = causeOf(problem, me, isKnown ? '' : isLead ? asOf : `was ${problemState(problem)}`);
  return (
    <li
      className={styles.row}
      aria-label={title}
      data-status={isKnown ? status : 'unknown'}
      data-owner={isWaiting ? 'sent' : owner.state}
      data-person={isByPerson || undefined}
      data-lead={isLead || undefined}
    >
      <Mark problem={problem} isKnown={isKnown} />
      <Name problem={problem} title={isLead ? title : undefined} />
      <p className={styles.cause} title={cause}>
        {cause}
      </p>
      <div className={styles.state}>
        <Duration problem={problem} now={now} />
        {incident ? <OwnerCell owner={owner} me={me} now={now} isWaiting={isWaiting} /> : null}
      </div>
      {incident ? <ProblemActionsPlace incident={incident} title={problemTitle(problem)} /> : null}
    </li>
  );
}

function Mark({ problem, isKnown }: Pick<ProblemRowProps, 'problem' | 'isKnown'>) {
  const mark = { status: problem.status, age: isKnown ? 'fresh' : 'unknown' } as const;
  return problem.incident ? (
    <IncidentMark {...mark} incident={problem.incident} />
  ) : (
    <StatusMark {...mark} />
  );
}

/** @param title of the headline; undefined: it is none */
function Name({ problem, title }: { problem: Problem; title: string | undefined }) {
  const Element = title === undefined ? 'p' : 'h2';
  return (
    <Element className={styles.name}>
      <ProblemLink problem={problem}>
        {title ?? (problem.isByPerson ? problem.name : <ShortName>{problem.name}</ShortName>)}
      </ProblemLink>
      {problem.status === 'drill' && title === undefined ? (
        <small className={styles.drill}>DRILL</small>
      ) : null}
    </Element>
  );
}

function Duration({ problem: { since }, now }: { problem: Problem; now: number }) {
  if (since === undefined) return null;
  return (
    <time title={`since ${momentText(since, true)}`} dateTime={new Date(since).toISOString()}>
      {durationText(now - since).replace(/(h \d+) min$/, '$1')}
    </time>
  );
}

/**
 * @param past said first of what is not known any more
 * @returns why, what whoever is on it wrote, and who asks whom
 */
function causeOf({ cause, owner, incident, status }: Problem, me: string, past: string) {
  const offeredBy = owner.state === 'waits' && [owner.by, owner.to].includes(me) && owner.by;
  const drillUntil = status === 'drill' && incident?.drillUntil;
  return [
    past,
    offeredBy && `offered by ${offeredBy === me ? 'you' : offeredBy}`,
    drillUntil ? `until ${timeText(drillUntil)}` : cause,
    owner.state === 'taken' && owner.note,
  ]
    .filter(Boolean)
    .join(' · ');
}

function ProblemLink({ problem, children }: { problem: Problem; children: ReactNode }) {
  const { incident, platform, name } = problem;
  return incident ? (
    <Link to="/incidents/$id" params={{ id: String(incident.id) }} title={name}>
      {children}
    </Link>
  ) : (
    <Link to="/mesh-network/$platform" params={{ platform }} title={name}>
      {children}
    </Link>
  );
}

const END_MAX = 10;

/** Cut in the middle where there is no room: what tells one name from another often stands at its end. */
function ShortName({ children }: { children: string }) {
  const space = children.indexOf(' ', children.length - END_MAX);
  if (children.length <= 2 * END_MAX || space < 0) return <span>{children}</span>;
  return (
    <>
      <span>{children.slice(0, space)}</span>
      <span>{children.slice(space)}</span>
    </>
  );
}

interface OwnerCellProps {
  owner: Owner;
  me: string;
  now: number;
  /** What was pressed here is not sent yet. */
  isWaiting: boolean;
}

function OwnerCell({ owner, me, now, isWaiting }: OwnerCellProps) {
  if (isWaiting) return <strong className={styles.owner}>Waiting to be sent</strong>;
  const text = ownerText(owner, me);
  if (owner.state === 'taken')
    return (
      <span className={styles.owner} title={`${text} since ${momentText(owner.at, true)}`}>
        <span className={styles.person}>
          <b aria-hidden="true">{owner.by.slice(0, 1).toUpperCase()}</b>
          <span>{text}</span>
        </span>
      </span>
    );
  return (
    <strong className={styles.owner} title={text}>
      {text}
      {owner.state === 'waits' ? (
        <small> {ageText(owner.at, now).replace(' ago', '')}</small>
      ) : null}
    </strong>
  );
}
