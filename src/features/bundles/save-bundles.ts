import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { columnsOf, exportRead, type TableExport } from '../../console/export-table.ts';
import { filterText } from '../../domain/paged-rows.ts';
import { timeSpanOf } from '../../domain/table-search.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { BUNDLE_FILTERS, BUNDLE_SORTS, type BundleSearch } from './bundle-search.ts';

const COLUMNS = columnsOf(
  [
    'id',
    'name',
    'size',
    'status',
    'reason',
    'targetPlatforms',
    'deployment.state',
    'deployment.done',
    'deployment.failed',
    'deployment.total',
    'createdAt',
  ],
  ['createdAt'],
);

interface BundleExport extends Pick<TableExport, 'format' | 'onProgress'> {
  /** In the order of the screen. */
  readonly bundles: readonly Bundle[];
  /** What they were found by, and at which server time; left out: they were selected. */
  readonly found?: { readonly search: BundleSearch; readonly now: number };
  readonly read: ReadState;
}

/** Saves bundles as a file. */
export function exportBundles({ bundles, found, read, ...way }: BundleExport): Promise<void> {
  return exportRead(read, {
    ...way,
    name: 'bundles',
    columns: COLUMNS,
    rows: bundles,
    filter: found ? bundleFilterText(found.search, found.now) : 'selected by hand',
  });
}

/** @returns what is looked for, in words */
function bundleFilterText(search: BundleSearch, now: number): string {
  const { q, filter, platform, sort } = search;
  const parts = [filter && `status ${BUNDLE_FILTERS[filter]}`, platform && `platform ${platform}`];
  const order = sort ? BUNDLE_SORTS[sort] : 'Newest first';
  return `${filterText(q?.trim(), parts, timeSpanOf(search, now))}; order: ${order.toLowerCase()}`;
}
