import { Button, EmptyState } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { deployDisabledReason } from '../../shared/bundle-state.ts';
import { SelectAll, SelectionBar, SelectRow } from '../../ui/select-rows.tsx';
import { type Selection, useSelection } from '../../ui/use-selection.ts';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';
import { type BundleSearch, findBundles, PAGE_ROWS, pageOf } from './bundle-search.ts';
import { BundleToolbar, type OnBundleSearch } from './bundle-toolbar.tsx';
import '../../ui/theme/late-styles.css';

export interface BundleTableProps extends BundleListProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  onDelete: (ids: readonly string[]) => void;
}

const NO_BUNDLES: readonly Bundle[] = [];
const idOf = ({ id }: Bundle) => String(id);

/** All ZIP bundles, a page at a time: searched, filtered, ordered, selected. */
export function BundleTable(props: BundleTableProps) {
  const { read, search, onSearch } = props;
  const bundles = read.data ?? NO_BUNDLES;
  const found = useMemo(() => findBundles(bundles, search), [bundles, search]);
  const page = pageOf(found.bundles.length, search.page);
  const shown = useMemo(
    () => found.bundles.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    [found, page],
  );
  const selection = useSelection(
    useMemo(() => bundles.map(idOf), [bundles]),
    useMemo(() => shown.map(idOf), [shown]),
  );
  return (
    <BundlePanel {...props} title="All bundles">
      {(all) => (
        <>
          <BundleToolbar search={search} onSearch={onSearch} found={found} page={page} />
          {all && shown.length === 0 ? (
            <EmptyState role="status" icon={<IconSearchOff />} title="No bundle matches">
              <EmptyState.Actions>
                <Button onClick={() => onSearch({ q: undefined, filter: undefined })}>
                  Clear search and filter
                </Button>
              </EmptyState.Actions>
            </EmptyState>
          ) : (
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
          <BundleActionsBar {...props} selection={selection} />
        </>
      )}
    </BundlePanel>
  );
}

interface BundleActionsBarProps extends BundleTableProps {
  selection: Selection;
}

function BundleActionsBar({ read, selection, onDeploy, onDelete }: BundleActionsBarProps) {
  const { ids } = selection;
  const deployable = (read.data ?? NO_BUNDLES).filter(
    (bundle) => ids.has(idOf(bundle)) && !deployDisabledReason(bundle),
  );
  return (
    <SelectionBar label="bundles" selection={selection}>
      {onDeploy ? (
        <Button
          size="xs"
          disabled={deployable.length === 0}
          onClick={() => onDeploy(deployable.map(idOf))}
        >
          Deploy {deployable.length.toLocaleString()}
        </Button>
      ) : null}
      <Button size="xs" onClick={() => onDelete([...ids])}>
        Delete
      </Button>
    </SelectionBar>
  );
}
