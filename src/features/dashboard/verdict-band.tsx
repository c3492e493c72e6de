import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useJudgedPlatforms, useMeshVerdict } from '../../console/mesh-status.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { availabilityText, meanTimes } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText, timeText } from '../../domain/moment.ts';
import { isUrgent, meshTrouble, type Trouble, troubleTitle } from '../../domain/trouble.ts';
import { ReadNote } from '../../ui/read-state.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { AcknowledgePlace } from '../incidents/acknowledge-place.tsx';
import { NobodyAlerted, useNobodyAlerted } from './nobody-alerted.tsx';
import styles from './verdict-band.module.css';

const AGES_EVERY_MS = 10_000;
const SHOWN_MAX = 4;

/** What is wrong now, the worst first, since when and who is on it; then what is planned. One calm line when nothing is. */
export function VerdictBand() {
  const { state, sentence } = useMeshVerdict();
  const isNobodyAlerted = useNobodyAlerted();
  const connections = useRead('connections');
  const incidents = useRead('incidents');
  const windows = useReadData('maintenance');
  const now = useServerNow(AGES_EVERY_MS);
  const { data: platforms = [], at } = connections;
  const trouble = meshTrouble({ connections: platforms, incidents: incidents.data, windows, now });
  const isKnown = state !== 'unknown';
  const seen = { isKnown, at, now };
  return (
    <section
      aria-label="Verdict"
      className={styles.band}
      data-verdict=""
      data-urgent={(isKnown && trouble.some(isUrgent)) || undefined}
    >
      <Rows trouble={trouble} {...seen}>
        {isKnown && trouble.every(({ window }) => window) ? (
          <CalmRow platforms={platforms} />
        ) : null}
        {isKnown || trouble.length > 0 ? null : (
          <UnknownRow sentence={sentence} isEmpty={connections.data?.length === 0} {...seen} />
        )}
      </Rows>
      {isNobodyAlerted ? <NobodyAlerted /> : null}
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
    <p className={styles.row}>
      <Skeleton h="1.5rem" maw="24rem" />
    </p>
  </section>
);

interface Seen {
  /** false: all of it is what was known at `at`. */
  isKnown: boolean;
  at: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

interface RowsProps extends Seen {
  trouble: readonly Trouble[];
  /** Rows before these. */
  children: ReactNode;
}

function Rows({ trouble, children, ...seen }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  const more = trouble.length - SHOWN_MAX;
  return (
    <>
      <ul>
        {children}
        {(isWhole ? trouble : trouble.slice(0, SHOWN_MAX)).map((one) => (
          <Row key={one.key} trouble={one} {...seen} />
        ))}
      </ul>
      {more > 0 ? (
        <Button
          size="xs"
          variant="subtle"
          fullWidth
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the worst ${SHOWN_MAX}` : `Show ${more} more`}
        </Button>
      ) : null}
    </>
  );
}

interface LineProps {
  status: string;
  title: ReactNode;
  /** Nobody has to hurry. */
  isCalm?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

function Line({ status, title, isCalm, actions, children }: LineProps) {
  return (
    <li className={styles.row} data-status={status} data-calm={isCalm || undefined}>
      <h2 className={styles.title}>
        <StatusShape status={status} /> {title}
      </h2>
      <p className={styles.details}>{children}</p>
      {actions}
    </li>
  );
}

function Row({ trouble, isKnown, at, now }: Seen & { trouble: Trouble }) {
  const { status, incident } = trouble;
  const title = troubleTitle(trouble, isKnown ? 'is' : 'was');
  const asOf = isKnown || at === undefined ? [] : [`unknown now, as of ${momentAgoText(at, now)}`];
  return (
    <Line
      status={isKnown ? status : 'unknown'}
      title={<TroubleLink trouble={trouble}>{title}</TroubleLink>}
      isCalm={status === 'error' && !isUrgent(trouble)}
      actions={
        incident && status !== 'maintenance' ? (
          <AcknowledgePlace incident={incident} title={troubleTitle(trouble)} />
        ) : null
      }
    >
      {[...asOf, ...detailsOf(trouble, now)].join(' · ')}
      {incident?.acknowledgement ? <Who {...incident.acknowledgement} /> : null}
    </Line>
  );
}

/** @returns '31 min', 'no answer since 16:46'; 'until 18:17', 'planned by bo' */
function detailsOf({ status, cause, since, incident, window }: Trouble, now: number): string[] {
  if (window)
    return [
      `until ${timeText(window.endsAt)}`,
      `planned by ${window.createdBy}`,
      window.note,
    ].filter(Boolean);
  if (since === undefined) return cause ? [cause] : [];
  const drillUntil = incident?.drillUntil;
  const sinceText = `since ${momentAgoText(since, now)}`;
  const what = drillUntil
    ? `until ${timeText(drillUntil)}`
    : [cause, sinceText].filter(Boolean).join(status === 'error' ? ' ' : ', ');
  return [durationText(now - since), what];
}

const Who = ({ by, note }: NonNullable<Incident['acknowledgement']>) => (
  <>
    {' · '}
    <strong>{by} is on it</strong>
    {note ? `: ${note}` : null}
  </>
);

function TroubleLink({ trouble, children }: { trouble: Trouble; children: ReactNode }) {
  const { incident, window, platform } = trouble;
  if (window) return <Link to="/maintenance">{children}</Link>;
  return incident ? (
    <Link to="/incidents/$id" params={{ id: String(incident.id) }}>
      {children}
    </Link>
  ) : (
    <Link to="/mesh-network/$platform" params={{ platform }}>
      {children}
    </Link>
  );
}

/** Nothing was wrong when last known, which is no proof of anything. */
function UnknownRow({ sentence, isEmpty, at, now }: Seen & { sentence: string; isEmpty: boolean }) {
  if (isEmpty)
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
function CalmRow({ platforms }: { platforms: readonly Connection[] }) {
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

const KNOWN: readonly string[] = ['connected', 'maintenance'];
