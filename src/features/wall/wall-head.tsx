import { Box, Group, Stack } from '@mantine/core';
import { MESH_SIZE_DEFAULT } from '../../../contract/limits.ts';
import {
  CONNECTION_LABELS,
  connectionAge,
  connectionLabel,
} from '../../domain/connection-labels.ts';
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

/** The verdict about the mesh, the server's clock, and this screen's own connection. */
export function WallHead(props: WallHeadProps) {
  const { product, group, stats, connections = [], verdict, connection, now } = props;
  const { word, status } = CONNECTION_LABELS[connectionLabel(connection, now)];
  const age = connectionAge(connection, now);
  const origin = originText(connections);
  const reachable =
    (group === undefined ? reachableCount(stats, verdict) : verdict.reachable) ?? '–';
  const size = group === undefined ? (stats?.meshSize ?? MESH_SIZE_DEFAULT) : connections.length;
  return (
    <header className={styles.head}>
      <Headline verdict={verdict} />
      <Stack gap={units(0.4)} fz={units(1.5)} className={styles.self ?? ''}>
        <Box component="h1" fz={units(2)}>
          {[product, group].filter(Boolean).join(' · ')}
        </Box>
        <p>
          <b>
            {reachable}/{size}
          </b>{' '}
          {group === undefined ? 'mesh connections' : 'platforms'}
        </p>
        {origin ? <p>{origin}</p> : null}
      </Stack>
      <Stack component="p" align="flex-end" gap={units(0.4)} className={styles.clock ?? ''}>
        <time dateTime={new Date(now).toISOString()} className={styles.time}>
          {timeText(now)}
        </time>
        <Box component="span" c="dimmed" fz={units(1.5)}>
          {dayText(now)}
        </Box>
        <Group component="span" wrap="nowrap" gap={units(0.6)} fz={units(1.5)}>
          <StatusShape status={status} />
          {word}
          {age ? (
            <Box component="span" c="dimmed">
              {age}
            </Box>
          ) : null}
        </Group>
      </Stack>
    </header>
  );
}

interface Count {
  text: string;
  color: 'red' | 'yellow' | 'green' | 'blue' | 'inherit' | 'dimmed';
}

/** The worst of the mesh, which is the largest thing on the wall; beside it the rest of its platforms. */
function Headline({ verdict }: Pick<WallHeadProps, 'verdict'>) {
  const [first, ...others] = countsOf(verdict);
  return (
    <Group wrap="nowrap" gap={units(2)} className={styles.count ?? ''}>
      <Box component="span" className={styles.figure ?? ''} c={first?.color ?? 'dimmed'}>
        {first?.text ?? (verdict.detail === 'unknown' ? 'Unknown' : 'No platforms')}
      </Box>
      <div>
        {others.map(({ text, color }) => (
          <Box key={text} fz={units(2.2)} fw={650} c={color}>
            {text}
          </Box>
        ))}
      </div>
    </Group>
  );
}

/** @returns the worst first; none when nothing is known */
function countsOf({ state, color, down, slow, maintenance, reachable = 0 }: MeshVerdict): Count[] {
  if (state === 'unknown') return [];
  const up = reachable - slow.length;
  const isAll = down.length + slow.length + maintenance.length === 0;
  const counts: (Count & { count: number })[] = [
    { count: down.length, text: `${down.length} down`, color: color === 'red' ? 'red' : 'yellow' },
    { count: slow.length, text: `${slow.length} slow`, color: 'yellow' },
    { count: up, text: isAll ? `All ${up} up` : `${up} up`, color: isAll ? 'green' : 'inherit' },
    { count: maintenance.length, text: `${maintenance.length} in maintenance`, color: 'blue' },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** This node counts, too. What the tiles show counts, drills included; the server's number where they show nothing. */
const reachableCount = (stats: WallHeadProps['stats'], { reachable }: MeshVerdict) =>
  reachable === undefined ? stats?.meshConnections : reachable + 1;
