import { type CSSProperties, type ReactNode, useRef } from 'react';
import { MINUTE_MS } from '../../../contract/limits.ts';
import { refusalReason } from '../../domain/connection-labels.ts';
import { ageText, durationText } from '../../domain/format.ts';
import { incidentMs } from '../../domain/incident-text.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { openIncidents } from '../../domain/open-incidents.ts';
import { ownerOf, ownerText } from '../../domain/owner.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { IncidentMark } from '../../ui/incident-mark.tsx';
import { useFit } from './use-fit.ts';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { WallActivity } from './wall-activity.tsx';
import { isLargeMesh, WallPlatforms, type WallPlatformsProps } from './wall-platforms.tsx';
import type { WallView } from './wall-search.ts';

interface WallBoardProps {
  /** Of the type; 1 is right for five metres. It is reduced until everything fits. */
  scale: number;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** The data is from before. */
  isStale: boolean;
  /** Somebody is at the screen: the cursor is shown. */
  isActive: boolean;
  /** It is night, and there is no trouble. */
  isDimmed?: boolean;
  /** Shown first: what is wrong with this screen itself. */
  alarm?: ReactNode;
  children: ReactNode;
  /** Lies over the picture and does not drift. */
  overlay?: ReactNode;
}

/** The picture on a wall. It fills the screen and moves a little so that nothing burns in. */
export function WallBoard(props: WallBoardProps) {
  const { scale, now, isStale, isActive, isDimmed = false, alarm, children, overlay } = props;
  const wall = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  useFit(wall, picture, scale);
  return (
    <div
      ref={wall}
      className={styles.wall}
      style={{ '--wall-scale': scale } as CSSProperties}
      data-active={isActive}
      data-dimmed={isDimmed}
      data-wall=""
    >
      <main ref={picture} className={styles.picture} style={{ transform: driftAt(now) }}>
        {alarm}
        <div className={styles.content} data-stale={isStale}>
          {children}
        </div>
      </main>
      {overlay}
    </div>
  );
}

type WallAlarmProps = Pick<WallData, 'product' | 'status' | 'connection' | 'dataAt' | 'now'>;

/** The first problem of all: this screen does not know the present state. */
export function WallAlarm({ product, status, connection, dataAt, now }: WallAlarmProps) {
  if (status === 'live') return null;
  const reason = refusalReason(connection) ?? (status === 'refused' ? 'Signed out.' : undefined);
  if (dataAt === undefined)
    return (
      <p className={styles.alarm} role="alert">
        {reason ?? 'No answer yet'}
      </p>
    );
  // A server that refuses this screen, or everybody, answers: only the data is old.
  const since = reason ? 'As of' : `No connection to ${product} since`;
  return (
    <p className={styles.alarm}>
      <span role="alert">
        {reason ? `${reason} ` : null}
        {since} {momentAgoText(dataAt, now)}
      </span>
      , {ageText(dataAt, now)}
    </p>
  );
}

type WallIncidentsProps = Pick<WallData, 'incidents' | 'connections' | 'group' | 'now'>;

/** What people have opened, a line: no platform's tile says it. */
export function WallIncidents({ incidents, connections = [], group, now }: WallIncidentsProps) {
  const isShown = (id: string) => connections.some((one) => one.id === id);
  const [first, ...others] = openIncidents(incidents, now).filter(
    ({ openedBy, platforms = [] }) =>
      openedBy && (group === undefined || platforms.length === 0 || platforms.some(isShown)),
  );
  if (first === undefined) return null;
  const { cause, platforms = [] } = first;
  return (
    <p className={styles.incidents}>
      <IncidentMark incident={first} status={first.status} />
      {[
        [cause, platformNames(platforms.filter(isShown), connections)].filter(Boolean).join(': '),
        `open for ${durationText(incidentMs(first, now))}`,
        ownerText(ownerOf(first, now)),
        ...(others.length > 0 ? [`${others.length} more`] : []),
      ].join(' · ')}
    </p>
  );
}

interface WallBodyProps extends WallPlatformsProps, Pick<WallData, 'activity'> {
  view: WallView;
}

/** The platforms, the activity, or both; the problems of a large mesh need the activity's room. */
export function WallBody({ view: wanted, activity, ...platforms }: WallBodyProps) {
  const { connections, now } = platforms;
  const isFull =
    isLargeMesh(connections) && connections?.some(({ status }) => status !== 'connected');
  const view = wanted === 'overview' && isFull ? 'mesh' : wanted;
  return (
    <div className={styles.body} data-view={view} aria-busy={!connections || !activity}>
      {view === 'activity' ? null : <WallPlatforms {...platforms} />}
      {view === 'mesh' ? null : <WallActivity activity={activity} now={now} />}
    </div>
  );
}

/** The display's own name, for somebody who stands before several of them. */
export function WallFlash({ name }: { name: string | undefined }) {
  return (
    <div className={name && styles.flash} role="status">
      {name}
    </div>
  );
}

/** Far enough that no edge stays on the same pixels, near enough that nobody sees it. */
const REACH_PX = 6;
/** Different for each direction, so that the path comes back to its start after hours only. */
const PERIOD_MIN = { x: 34, y: 55 } as const;

/**
 * Where the picture stands at a moment, so that nothing burns into a screen that shows it for years: a path of
 * a few pixels, one small step a minute. No animation: a wall would draw sixty frames a second for it.
 *
 * @param now epoch milliseconds
 * @returns a CSS transform
 */
export function driftAt(now: number): string {
  const minute = Math.floor(now / MINUTE_MS);
  const step = (period: number) => Math.round(REACH_PX * Math.sin((minute / period) * 2 * Math.PI));
  return `translate(${step(PERIOD_MIN.x)}px, ${step(PERIOD_MIN.y)}px)`;
}
