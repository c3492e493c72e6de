import type {
  PlatformDetails,
  PlatformHistory,
  SingleProbe,
} from '../../../contract/shapes/mesh.ts';
import { columnsOf, exportRead, type TableExport } from '../../console/export-table.ts';
import { isoText } from '../../domain/iso-time.ts';
import type { DataRead } from '../../ui/read-state.tsx';

const PROBE_COLUMNS = columnsOf(['platform', 'at', 'status', 'latencyMs', 'failure'], ['at']);

/** Times of states are in milliseconds. */
const STATES = ['up', 'late', 'down', 'planned', 'affected', 'notMeasured'];
const LATENCIES = ['latencyMs', 'minMs', 'maxMs'];
const SLOT_COLUMNS = columnsOf(['platform', 'from', 'to', ...STATES, ...LATENCIES], ['from', 'to']);

type Way = Pick<TableExport, 'format' | 'onProgress'>;

/** Saves the last probes of a platform as a file. */
export function exportProbes(
  read: DataRead<PlatformDetails>,
  { id: platform, probes }: PlatformDetails,
  way: Way,
): Promise<void> {
  return exportRead(read, {
    ...way,
    name: 'probes',
    columns: PROBE_COLUMNS,
    rows: probes.map((probe: SingleProbe) => ({ platform, ...probe })),
    filter: `platform ${platform}, the last probes`,
  });
}

/** Saves what was measured of a platform in a range, one row a point of the chart. */
export function exportHistory(
  read: DataRead<PlatformHistory>,
  { from, to, slotMs, slots }: PlatformHistory,
  platform: string,
  way: Way,
): Promise<void> {
  return exportRead(read, {
    ...way,
    name: 'measurements',
    columns: SLOT_COLUMNS,
    rows: slots.map((slot, index) => {
      const start = from + index * slotMs;
      return { platform, from: start, to: Math.min(start + slotMs, to), ...slot };
    }),
    filter: `platform ${platform}, from ${isoText(from)}, before ${isoText(to)}`,
  });
}
