import type {
  PlatformDetails,
  PlatformHistory,
  SingleProbe,
} from '../../../contract/shapes/mesh.ts';
import { exportTable, extentOf, type TableFormat } from '../../client/export-table.ts';
import { isoText } from '../../shared/iso-time.ts';
import type { DataRead } from '../../ui/read-state.tsx';

const PROBE_COLUMNS = [
  { key: 'platform' },
  { key: 'at', isTime: true },
  { key: 'status' },
  { key: 'latencyMs' },
  { key: 'failure' },
];

/** Times of states are in milliseconds. */
const SLOT_COLUMNS = [
  { key: 'platform' },
  { key: 'from', isTime: true },
  { key: 'to', isTime: true },
  ...['up', 'late', 'down', 'planned', 'notMeasured', 'latencyMs', 'minMs', 'maxMs'].map((key) => ({
    key,
  })),
];

type Progress = (rows: number) => void;

/** Saves the last probes of a platform as a file. */
export function exportProbes(
  read: DataRead<PlatformDetails>,
  { id: platform, probes }: PlatformDetails,
  format: TableFormat,
  onProgress: Progress,
): Promise<void> {
  return exportTable({
    format,
    name: 'probes',
    columns: PROBE_COLUMNS,
    rows: probes.map((probe: SingleProbe) => ({ platform, ...probe })),
    filter: `platform ${platform}, the last probes`,
    dataAsOf: read.at,
    extent: extentOf(read),
    onProgress,
  });
}

/** Saves what was measured of a platform in a range, one row a point of the chart. */
export function exportHistory(
  read: DataRead<PlatformHistory>,
  { from, to, slotMs, slots }: PlatformHistory,
  platform: string,
  format: TableFormat,
  onProgress: Progress,
): Promise<void> {
  return exportTable({
    format,
    name: 'measurements',
    columns: SLOT_COLUMNS,
    rows: slots.map((slot, index) => {
      const start = from + index * slotMs;
      return { platform, from: start, to: Math.min(start + slotMs, to), ...slot };
    }),
    filter: `platform ${platform}, from ${isoText(from)}, before ${isoText(to)}`,
    dataAsOf: read.at,
    extent: extentOf(read),
    onProgress,
  });
}
