import { Button, Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useTableSearch } from '../../console/paged-rows.ts';
import { deployDisabledReason } from '../../domain/bundle-state.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { SelectionBar } from '../../ui/table-screen/select-rows.tsx';
import { TableRows } from '../../ui/table-screen/table-rows.tsx';
import { type Table, useTable } from '../../ui/table-screen/use-table.ts';
import { bundleColumns } from './bundle-columns.tsx';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';
import {
  type BundleSearch,
  bundleSearch,
  findBundles,
  PAGE_ROWS,
  pageOf,
} from './bundle-search.ts';
import styles from './bundle-table.module.css';
import { BundleToolbar, type OnBundleSearch } from './bundle-toolbar.tsx';
import { exportBundles } from './save-bundles.ts';
import '../../ui/theme/late-styles.css';

export interface BundleTableProps extends BundleListProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  onDelete: (ids: readonly string[]) => void;
  /** Of the mesh. */
  platforms: readonly Pick<Connection, 'id' | 'name'>[];
}

const NO_BUNDLES: readonly Bundle[] = [];
const idOf = ({ id }: Bundle) => String(id);
const NAMES = { one: 'bundle', many: 'bundles' };
/** In pixels, of one line. */
const ROW_HEIGHT = 45;
const chosenAt = (_: BundleSearch, now: number) => now;

/** All ZIP bundles, a page at a time: searched, filtered, ordered, selected, exported. */
export function BundleTable(props: BundleTableProps) {
  return (
    <BundlePanel {...props} title="All bundles">
      {(all) => <Bundles {...props} all={all} />}
    </BundlePanel>
  );
}

interface BundlesProps extends BundleTableProps {
  /** undefined until they have been read. */
  all: readonly Bundle[] | undefined;
}

function Bundles(props: BundlesProps) {
  const { all, read, search: address, onSearch, platforms } = props;
  const { platformCount, onDeploy, onDetails } = props;
  const bundles = all ?? NO_BUNDLES;
  const { search, filter: at, list } = useTableSearch(address, bundleSearch, chosenAt);
  const found = useMemo(() => findBundles(bundles, search, at), [bundles, search, at]);
  const page = pageOf(found.bundles.length, search.page);
  const table = useTable({
    ...{ rows: found.bundles, idOf, list, known: bundles },
    page: { first: (page - 1) * PAGE_ROWS, count: PAGE_ROWS },
  });
  const columns = useMemo(
    () => bundleColumns({ platformCount, onDeploy, onDetails }),
    [platformCount, onDeploy, onDetails],
  );
  const { length: count } = table.listed;
  const onExport: OnExport = (way) =>
    exportBundles({ ...way, bundles: table.listed, found: { search, now: at }, read });
  return (
    <>
      <BundleToolbar
        {...{ search, onSearch, platforms, count, page, onExport }}
        counts={found.counts}
      />
      <div role="status">
        {all && count === 0 ? <NoBundles onClear={() => onSearch(NO_SEARCH)} /> : null}
      </div>
      {all ? null : <BundleRows {...props} bundles={undefined} />}
      {count > 0 ? (
        <>
          <TableRows
            {...{ table, columns }}
            names={NAMES}
            className={styles.row}
            rowHeight={ROW_HEIGHT}
            labelOf={({ name }) => name}
          />
          <Text size="xs" c="dimmed" ta="center" p="sm">
            {page * PAGE_ROWS < count ? 'More bundles on the next page.' : 'No more bundles.'}
          </Text>
        </>
      ) : null}
      <BundleActionsBar {...props} table={table} />
    </>
  );
}

const NO_SEARCH = {
  q: undefined,
  filter: undefined,
  platform: undefined,
  time: undefined,
  from: undefined,
  to: undefined,
};

function NoBundles({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={<IconSearchOff />} title="No bundle matches">
      <div>
        <Button onClick={onClear}>Clear search and filter</Button>
      </div>
    </EmptyState>
  );
}

function BundleActionsBar(props: BundleTableProps & { table: Table<Bundle> }) {
  const { read, table, onDeploy, onDelete } = props;
  const { selected } = table;
  const deployable = selected.filter((bundle) => !deployDisabledReason(bundle));
  return (
    <SelectionBar label="bundles" table={table}>
      {onDeploy ? (
        <Allowed call="deploy">
          <Button
            size="xs"
            disabled={deployable.length === 0}
            onClick={() => onDeploy(deployable.map(idOf))}
          >
            Deploy {deployable.length.toLocaleString()}
          </Button>
        </Allowed>
      ) : null}
      <Allowed call="removeBundle">
        <Button size="xs" onClick={() => onDelete(selected.map(idOf))}>
          Delete
        </Button>
      </Allowed>
      <ExportButtons
        count={selected.length}
        selected={selected.length}
        onExport={(way) => exportBundles({ ...way, bundles: selected, read })}
      />
    </SelectionBar>
  );
}
