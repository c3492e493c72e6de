import { Badge, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useConnection, useServerNow } from '../../client/connection.ts';
import { usePlatforms } from '../../client/platforms.ts';
import { useRead } from '../../client/reads.ts';
import { productName } from '../../product.ts';
import { connectionLabel, connectionSince, refusalReason } from '../../shared/connection-labels.ts';
import { type MeshVerdict, meshVerdict, verdictTitle } from '../../shared/verdict.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { showFaviconDot } from './favicon-dot.ts';
import { DownCount, OpenCount } from './navigation.tsx';
import { setTitlePrefix, usePageTitle } from './page-title.ts';
import { PlatformList, PlatformStrip } from './platform-list.tsx';
import { PrintHead } from './print-head.tsx';
import styles from './verdict-badge.module.css';

/** The parts of the shell that change with the data or the page, apart from it: they alone are rendered again. */
const AGES_EVERY_MS = 1000;

function useMeshVerdict(): MeshVerdict {
  const { state } = useConnection();
  const { data, age } = useRead('connections');
  const incidents = useRead('incidents').data;
  return meshVerdict(data, state === 'live' ? age : 'unknown', incidents);
}

/** The header's badge; the browser's tab says the same. */
export function ConsoleVerdict() {
  const verdict = useMeshVerdict();
  const title = verdictTitle(verdict);
  useEffect(() => {
    setTitlePrefix(title);
    return () => setTitlePrefix('');
  }, [title]);
  useEffect(() => showFaviconDot(verdict.color), [verdict.color]);
  return <VerdictBadge verdict={verdict} />;
}

/** The mesh in two words and what is wrong with it, in the colour of its worst state. */
export function VerdictBadge({ verdict }: { verdict: MeshVerdict }) {
  const { badge, detail, color, sentence } = verdict;
  return (
    <Group gap={6} wrap="nowrap" miw={0} className={styles.verdict ?? ''} title={sentence}>
      <Badge color={color} className={styles.badge ?? ''}>
        {badge}
      </Badge>
      {detail ? (
        <Text
          span
          size="xs"
          fw={600}
          c={color === 'gray' ? 'dimmed' : color}
          className={styles.detail ?? ''}
        >
          {detail}
        </Text>
      ) : null}
    </Group>
  );
}

export function ConsoleConnection() {
  const connection = useConnection();
  const now = useServerNow(AGES_EVERY_MS);
  const { sentence } = useMeshVerdict();
  return (
    <ConnectionIndicator
      label={connectionLabel(connection, now)}
      since={connectionSince(connection)}
      now={now}
      reason={refusalReason(connection)}
      mesh={sentence}
    />
  );
}

/** Beside Mesh Network in the navigation. */
export function ConsoleDownCount() {
  return <DownCount down={useMeshVerdict().down.length} />;
}

/** Beside Incidents in the navigation: those that are open, but for maintenance. */
export function ConsoleOpenCount() {
  const incidents = useRead('incidents').data ?? [];
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

export function ConsolePlatformStrip() {
  return <PlatformStrip {...usePlatforms()} />;
}

export function ConsolePrintHead() {
  const title = `${productName()} · ${usePageTitle()}`;
  return <PrintHead title={title} connections={usePlatforms()} />;
}
