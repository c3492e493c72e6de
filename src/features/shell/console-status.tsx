import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConnectionValue } from '../../console/connection.ts';
import { useMeshVerdict } from '../../console/mesh-status.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { configuredPlatforms, productName } from '../../device/product.ts';
import { connectionAge, connectionLabel, refusalReason } from '../../domain/connection-labels.ts';
import { originText } from '../../domain/mesh-origin.ts';
import { type MeshVerdict, verdictTitle } from '../../domain/verdict.ts';
import { setTitlePrefix, usePageTitle } from '../../ui/page-title.ts';
import { Pill } from '../../ui/pill.tsx';
import { overlayOver } from '../../ui/screens.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import classes from './console-status.module.css';
import { OpenCount } from './navigation.tsx';
import { PlatformList } from './platform-list.tsx';
import { PrintHead } from './print-head.tsx';
import styles from './verdict-badge.module.css';

/** The parts of the shell that change with the data or the page, apart from it: they alone are rendered again. */

/** The header's badge; the browser's tab says the same. */
export function ConsoleVerdict() {
  const verdict = useMeshVerdict();
  const title = verdictTitle(verdict);
  useEffect(() => {
    setTitlePrefix(title);
    return () => setTitlePrefix('');
  }, [title]);
  return <VerdictBadge verdict={verdict} />;
}

/**
 * The mesh in two words and what is wrong with it. A mesh that is active is never red, whatever is down in it; on the
 * dashboard its verdict says more than the second.
 */
export function VerdictBadge({ verdict }: { verdict: MeshVerdict }) {
  const { badge, detail, color, sentence, state } = verdict;
  return (
    <div className={styles.verdict} title={sentence}>
      <Pill color={state === 'degraded' ? 'yellow' : color} className={styles.badge}>
        {badge}
      </Pill>
      {detail ? (
        <span className={styles.detail} data-color={color}>
          {detail}
        </span>
      ) : null}
    </div>
  );
}

export function ConsoleConnection() {
  const label = useConnectionValue(connectionLabel);
  const age = useConnectionValue(connectionAge);
  const reason = useConnectionValue(refusalReason);
  return (
    <ConnectionIndicator label={label} age={age} reason={reason} mesh={useMeshVerdict().sentence} />
  );
}

/** Beside Incidents in the navigation: those that are open, but for maintenance. */
export function ConsoleOpenCount() {
  const incidents = useReadData('incidents') ?? [];
  return (
    <OpenCount
      open={incidents.filter(({ endedAt, planned }) => endedAt === null && !planned).length}
    />
  );
}

export function PageTitle() {
  return usePageTitle();
}

export function ConsolePlatformList({ onLeave }: { onLeave: (() => void) | undefined }) {
  return <PlatformList connections={usePlatforms()} onLeave={onLeave} />;
}

export function ConsolePrintHead() {
  const title = `${productName()} · ${usePageTitle()}`;
  return <PrintHead title={title} connections={usePlatforms()} />;
}

/** That the mesh is not real, or empty, with the way to a real one. */
export function OriginNote() {
  const text = originText(useReadData('connections') ?? knownAhead());
  if (text === undefined) return null;
  return (
    <Link {...overlayOver({ show: 'connect' })} className={classes.note} data-screen-only="">
      <b>{text}</b> <span className={classes.way}>First steps</span>
    </Link>
  );
}

/** What the page says of the configured platforms, so that nothing moves when they are read; undefined: nothing. */
function knownAhead() {
  const platforms = configuredPlatforms();
  return platforms.length > 0 ? platforms : undefined;
}
