import { Button, EmptyState, Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { deployDisabledReason } from '../../domain/bundle-state.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { SelectAll, SelectionBar, SelectRow } from '../../ui/select-rows.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { type Selection, useSelection } from '../../ui/use-selection.ts';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';
import { type BundleSearch, findBundles, PAGE_ROWS, pageOf } from './bundle-search.ts';
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
const MINUTE_MS = 60_000;

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

/** While somebody reads or selects rows, none moves: new ones are counted. */
function Bundles(props: BundlesProps) {
  const { all, read, search, onSearch, platforms } = props;
  const bundles = all ?? NO_BUNDLES;
  const list = useRef<HTMLDivElement>(null);
  const isReading = useReading(list);
  const [isSelecting, setSelecting] = useState(false);
  const minute = useServerNow(MINUTE_MS);
  const found = useMemo(() => findBundles(bundles, search, minute), [bundles, search, minute]);
  const listed = JSON.stringify({ ...search, bundle: undefined, show: undefined });
  const held = useHeldRows(found.bundles, idOf, isReading || isSelecting, listed);
  const page = pageOf(held.shown.length, search.page);
  const shown = useMemo(
    () => held.shown.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    [held.shown, page],
  );
  const isNothing = all !== undefined && shown.length === 0;
  const selection = useSelection(
    useMemo(() => bundles.map(idOf), [bundles]),
    useMemo(() => shown.map(idOf), [shown]),
  );
  if (isSelecting !== selection.ids.size > 0) setSelecting(selection.ids.size > 0);
  const onExport: OnExport = (way) =>
    exportBundles({ ...way, bundles: held.shown, found: { search, now: minute }, read });
  return (
    <>
      <BundleToolbar
        search={search}
        onSearch={onSearch}
        platforms={platforms}
        counts={found.counts}
        count={held.shown.length}
        page={page}
        onExport={onExport}
      />
      <div ref={list}>
        <NewRowsButton count={held.newCount} of="bundle" onShow={held.showNew} />
        <div role="status">
          {isNothing ? <NoBundles onClear={() => onSearch(NO_SEARCH)} /> : null}
        </div>
        {isNothing ? null : (
          <BundleRows
            {...props}
            bundles={all && shown}
            checks={{
              all: <SelectAll label="bundles" selection={selection} />,
              of: (bundle) => (
                <SelectRow id={idOf(bundle)} label={bundle.name} selection={selection} />
              ),
              selected: selection.ids,
            }}
          />
        )}
        {shown.length > 0 ? (
          <Text size="xs" c="dimmed" ta="center" p="sm">
            {page * PAGE_ROWS < held.shown.length
              ? 'More bundles on the next page.'
              : 'No more bundles.'}
          </Text>
        ) : null}
      </div>
      <BundleActionsBar {...props} selection={selection} />
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
      <EmptyState.Actions>
        <Button onClick={onClear}>Clear search and filter</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

function BundleActionsBar(props: BundleTableProps & { selection: Selection }) {
  const { read, selection, onDeploy, onDelete } = props;
  const { ids } = selection;
  const selected = (read.data ?? NO_BUNDLES).filter((bundle) => ids.has(idOf(bundle)));
  const deployable = selected.filter((bundle) => !deployDisabledReason(bundle));
  return (
    <SelectionBar label="bundles" selection={selection}>
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
        <Button size="xs" onClick={() => onDelete([...ids])}>
          Delete
        </Button>
      </Allowed>
      <ExportButtons
        count={ids.size}
        selected={ids.size}
        onExport={(way) => exportBundles({ ...way, bundles: selected, read })}
      />
    </SelectionBar>
  );
}
