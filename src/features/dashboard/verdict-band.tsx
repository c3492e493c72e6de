import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useJudgedPlatforms, useMeshVerdict } from '../../console/mesh-status.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { availabilityText, meanTimes } from '../../domain/availability.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { groupCounts, ownerCounts, problemCounts } from '../../domain/problem-counts.ts';
import { isUrgent, type MeshProblems } from '../../domain/problems.ts';
import { ReadNote } from '../../ui/read-state.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { ProblemList } from '../incidents/problem-list.tsx';
import { type Known, useProblems } from '../incidents/use-problems.ts';
import styles from './verdict-band.module.css';

/** What is wrong now: one problem by its name, several as a count; then a row each. One calm line when nothing is. */
export function VerdictBand() {
  const incidents = useRead('incidents');
  const found = useProblems();
  const platforms = useReadData('connections') ?? [];
  const { problems, isKnown, now } = found;
  return (
    <section
      aria-label="Verdict"
      className={styles.band}
      data-verdict=""
      data-urgent={(isKnown && problems.some(isUrgent)) || undefined}
    >
      {problems.length > 1 ? <VerdictHead {...found} platforms={platforms} /> : null}
      {problems.length === 0 ? <NoProblem {...found} platforms={platforms} /> : null}
      <ProblemList {...found} hasLead />
      {incidents.failure && !isMissing(incidents) ? (
        <div className={styles.note}>
          <ReadNote read={incidents} failed="The incidents could not be read" now={now} />
        </div>
      ) : null}
    </section>
  );
}

/** Keeps the place of one line until it is known what there is to say. */
export const VerdictPlace = () => (
  <section aria-label="Verdict" className={styles.band} data-verdict="" aria-busy="true">
    <p className={styles.line}>
      <Skeleton h="1.5rem" maw="24rem" />
    </p>
  </section>
);

interface LineProps {
  status: string;
  title: ReactNode;
  children: ReactNode;
}

const Line = ({ status, title, children }: LineProps) => (
  <div className={styles.line} data-status={status}>
    <h2>
      <StatusShape status={status} /> {title}
    </h2>
    <p>{children}</p>
  </div>
);

/** Nothing is wrong; or nothing was when last known, which is no proof of anything. */
function NoProblem({ platforms, ...known }: Known & { platforms: readonly Connection[] }) {
  const { sentence } = useMeshVerdict();
  const { isKnown, at, now } = known;
  if (isKnown) return <Calm platforms={platforms} />;
  if (at !== undefined && platforms.length === 0)
    return (
      <Line status="unknown" title="No platforms yet">
        <Link to="/platforms">Add the first one</Link>
      </Line>
    );
  return (
    <Line status="unknown" title="Unknown">
      {at === undefined ? sentence : `as of ${momentAgoText(at, now)} nothing was wrong`}
    </Line>
  );
}

/** All is well, with how much of the last day it was. */
function Calm({ platforms }: { platforms: readonly Connection[] }) {
  const unknown = useJudgedPlatforms()?.filter(({ status }) => !KNOWN.includes(status)) ?? [];
  const up = platforms.filter(({ status }) => status === 'connected').length;
  const { data, age } = useRead('meshHistory', { range: '24h' });
  const isAll = up > 1 && up === platforms.length;
  const day = data && age === 'fresh' ? meanTimes(data.platforms) : undefined;
  return (
    <Line
      status={unknown.length > 0 ? 'unknown' : 'connected'}
      title={isAll ? `All ${up} platforms are up` : `${up} of ${platforms.length} platforms up`}
    >
      {[
        unknown.length > 0 && `unknown: ${unknown.map(({ name }) => name).join(', ')}`,
        day && `last 24 hours: ${availabilityText(day)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </Line>
  );
}

const KNOWN: readonly string[] = ['connected', 'maintenance', 'affected'];

const GROUPS_SHOWN = 6;

interface VerdictHeadProps extends MeshProblems, Known {
  platforms: readonly Connection[];
}

/** Several problems as a count, with their groups, and how many of them nobody is on. */
function VerdictHead({ problems, planned, platforms, isKnown, at, now }: VerdictHeadProps) {
  const groups = groupCounts({ problems, planned }, platforms);
  const { nobody, others } = ownerCounts(problems);
  const rest = groups.length - GROUPS_SHOWN;
  return (
    <div className={styles.head} data-urgent={(isKnown && problems.some(isUrgent)) || undefined}>
      <div className={styles.counts}>
        <h2 data-unknown={!isKnown || undefined}>
          {isKnown ? null : 'Last known: '}
          {problemCounts({ problems, planned }).map(({ status, text }, place) => (
            <span key={status} data-status={status}>
              {place > 0 ? ' · ' : null}
              <b>{text}</b>
            </span>
          ))}
        </h2>
        {isKnown || at === undefined ? null : <p>unknown now, as of {momentAgoText(at, now)}</p>}
        {isKnown && groups.length > 0 ? (
          <p className={styles.groups}>
            {groups.slice(0, GROUPS_SHOWN).map(({ name, text }) => (
              <span key={name}>
                <b>{name}</b> {text}
              </span>
            ))}
            {rest > 0 ? <span>+{rest}</span> : null}
          </p>
        ) : null}
      </div>
      <p className={styles.owners}>
        {nobody > 0 ? <strong>{nobody} with nobody</strong> : null}
        {others ? <span>{others}</span> : null}
      </p>
    </div>
  );
}
