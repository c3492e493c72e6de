import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import type { Stats } from '../../../contract/shapes/system.ts';
import { useConnection, useServerNow } from '../../console/connection.ts';
import { useRead } from '../../console/reads.ts';
import { productName } from '../../device/product.ts';
import { namesOf } from '../../domain/groups.ts';
import { openWindows } from '../../domain/open-incidents.ts';
import { type MeshVerdict, meshVerdict } from '../../domain/verdict.ts';
import type { ConnectionState } from '../../shared/model.ts';

const CLOCK_EVERY_MS = 1000;

/** A connection that breaks and comes back at once is no news from across the room. */
const STALE_AFTER_MS = 5000;

/** Undefined data has not been read yet. */
export interface WallData {
  readonly product: string;
  /** Whose platforms alone are shown; undefined: all of them. */
  readonly group?: string | undefined;
  /** Those that there are. */
  readonly groups: readonly string[];
  /** Server time, epoch milliseconds. */
  readonly now: number;
  readonly connection: ConnectionState;
  readonly connections: readonly Connection[] | undefined;
  /** Newest first. */
  readonly activity: readonly Activity[] | undefined;
  readonly stats: Stats | undefined;
  /** Of the last 24 hours. */
  readonly history: MeshHistory | undefined;
  readonly incidents: readonly Incident[] | undefined;
  readonly maintenance: readonly Maintenance[] | undefined;
  readonly verdict: MeshVerdict;
  /** When the data was last known to be true; undefined when nothing is known. */
  readonly dataAt: number | undefined;
  readonly status: WallStatus;
}

/** What a wall knows, and how well. @param group leave it out for all platforms */
export function useWall(group?: string): WallData {
  const now = useServerNow(CLOCK_EVERY_MS);
  const connection = useConnection();
  const connections = useRead('connections');
  const activity = useRead('activity');
  const stats = useRead('stats');
  const incidents = useRead('incidents');
  const maintenance = useRead('maintenance');
  const history = useRead('meshHistory', { range: '24h' });
  const all = connections.data;
  const shown = group === undefined ? all : all?.filter((one) => one.group === group);
  const isShown = (id: string | null | undefined) => shown?.some((one) => one.id === id);
  const status = connectionStatus(connection, connections.at, now);
  return {
    product: productName(),
    group,
    groups: namesOf(all ?? []).groups,
    now,
    connection,
    connections: shown,
    activity:
      group === undefined ? activity.data : activity.data?.filter((row) => isShown(row.platform)),
    stats: stats.data,
    history: history.data,
    verdict: meshVerdict(
      shown,
      status === 'live' ? connections.age : 'unknown',
      incidents.data,
      openWindows(maintenance.data, now),
    ),
    incidents: incidents.data,
    maintenance: maintenance.data,
    dataAt: connections.at,
    status,
  };
}

/** refused: nobody is signed in on this screen. */
type WallStatus = 'live' | 'stale' | 'refused';

function connectionStatus(
  { state }: ConnectionState,
  dataAt: number | undefined,
  now: number,
): WallStatus {
  if (state === 'refused') return 'refused';
  if (state === 'live') return 'live';
  return now - (dataAt ?? 0) > STALE_AFTER_MS ? 'stale' : 'live';
}
