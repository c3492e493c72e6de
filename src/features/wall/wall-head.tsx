import { Box, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { MESH_SIZE_DEFAULT } from '../../../contract/limits.ts';
import {
  CONNECTION_LABELS,
  connectionLabel,
  connectionSince,
} from '../../domain/connection-labels.ts';
import { ageText } from '../../domain/format.ts';
import { originText } from '../../domain/mesh-origin.ts';
import { dayText, timeText } from '../../domain/moment.ts';
import type { MeshVerdict } from '../../domain/verdict.ts';
import { StatusShape } from '../../ui/status-mark.tsx';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

type WallHeadProps = Pick<
  WallData,
  'product' | 'group' | 'stats' | 'connections' | 'verdict' | 'connection' | 'now'
>;

/** Only trouble is coloured. */
const VERDICT_COLORS = {
  green: 'inherit',
  yellow: 'yellow',
  red: 'red',
  blue: 'blue',
  gray: 'dimmed',
} as const;

/** The verdict about the mesh, the server's clock, and this screen's own connection. */
export function WallHead(props: WallHeadProps) {
  const { product, group, stats, verdict, connection, connections = [], now } = props;
  const origin = originText(connections);
  const { word, status } = CONNECTION_LABELS[connectionLabel(connection, now)];
  const lastMessageAt = connectionSince(connection);
  return (
    <header className={styles.head}>
      <Group wrap="nowrap" gap={units(1.2)} className={styles.count ?? ''}>
        <span className={styles.figure}>
          {(group === undefined ? reachableCount(stats, verdict) : verdict.reachable) ?? '–'}
          <Box component="span" c="dimmed">
            /{group === undefined ? (stats?.meshSize ?? MESH_SIZE_DEFAULT) : connections.length}
          </Box>
        </span>
        <div>
          <Label>
            {group === undefined ? 'mesh connections' : 'platforms'}
            {origin ? ` · ${origin.toLowerCase()}` : null}
          </Label>
          <Box fz={units(2.2)} fw={650} c={VERDICT_COLORS[verdict.color]}>
            {verdictText(verdict)}
          </Box>
        </div>
      </Group>
      <Stack align="center" gap={units(0.5)} className={styles.self ?? ''}>
        <Box component="h1" fz={units(2)}>
          {[product, group].filter(Boolean).join(' · ')}
        </Box>
        <Group component="p" wrap="nowrap" gap={units(0.6)} fz={units(1.6)}>
          <StatusShape status={status} />
          {word}
          {lastMessageAt === undefined ? null : (
            <Box component="time" c="dimmed">
              {ageText(lastMessageAt, now)}
            </Box>
          )}
        </Group>
      </Stack>
      <Stack component="p" align="flex-end" gap={units(0.4)} className={styles.clock ?? ''}>
        <time dateTime={new Date(now).toISOString()} className={styles.figure}>
          {timeText(now)}
        </time>
        <Label>{dayText(now)}</Label>
      </Stack>
    </header>
  );
}

function Label({ children }: { children: ReactNode }) {
  return (
    <Box component="span" c="dimmed" fz={units(1.5)}>
      {children}
    </Box>
  );
}

/** This node counts, too. What the tiles show counts, drills included; the server's number where they show nothing. */
const reachableCount = (stats: WallHeadProps['stats'], { reachable }: MeshVerdict) =>
  reachable === undefined ? stats?.meshConnections : reachable + 1;

function verdictText({ state, detail, badge }: MeshVerdict): string {
  if (state === 'active') return detail || 'All platforms up';
  if (state === 'unknown') return 'State unknown';
  return detail === '' ? badge : detail;
}
