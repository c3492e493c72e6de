import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { exportTable, extentOf, type TableFormat } from '../../client/export-table.ts';
import { isoText } from '../../shared/iso-time.ts';
import { timeSpanOf } from '../../shared/time-range.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { BUNDLE_FILTERS, BUNDLE_SORTS, type BundleSearch } from './bundle-search.ts';

const COLUMNS = [
  { key: 'id' },
  { key: 'name' },
  { key: 'size' },
  { key: 'status' },
  { key: 'reason' },
  { key: 'targetPlatforms' },
  { key: 'deployment.state' },
  { key: 'deployment.done' },
  { key: 'deployment.failed' },
  { key: 'deployment.total' },
  { key: 'createdAt', isTime: true },
];

interface BundleExport {
  readonly format: TableFormat;
  /** In the order of the screen. */
  readonly bundles: readonly Bundle[];
  /** What they were found by; undefined: they were selected. */
  readonly search: BundleSearch | undefined;
  /** Server time, epoch milliseconds. */
  readonly now: number;
  readonly read: ReadState;
  readonly onProgress: (rows: number) => void;
}

/** Saves bundles as a file. */
export async function exportBundles(order: BundleExport): Promise<void> {
  const { format, bundles, search, now, read, onProgress } = order;
  await exportTable({
    format,
    name: 'bundles',
    columns: COLUMNS,
    rows: bundles,
    filter: search ? filterText(search, now) : 'selected by hand',
    dataAsOf: read.at,
    extent: extentOf(read),
    onProgress,
  });
}

/** @returns what is looked for, in words */
function filterText(search: BundleSearch, now: number): string {
  const { q, filter, platform, sort } = search;
  const { from, to } = timeSpanOf(search, now);
  const parts = [
    q?.trim() && `text “${q.trim()}”`,
    filter && `status ${BUNDLE_FILTERS[filter]}`,
    platform && `platform ${platform}`,
    from !== undefined && `from ${isoText(from)}`,
    to !== undefined && `before ${isoText(to)}`,
  ].filter(Boolean);
  const order = sort ? BUNDLE_SORTS[sort] : 'Newest first';
  return `${parts.join(', ') || 'none'}; order: ${order.toLowerCase()}`;
}
