import { Button, CloseButton, EmptyState, Group, Paper, Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { deployDisabledReason } from '../../shared/bundle-state.ts';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';
import { type BundleSearch, findBundles, PAGE_ROWS, pageOf } from './bundle-search.ts';
import { SelectAll, SelectBundle } from './bundle-select.tsx';
import { BundleToolbar, type OnBundleSearch } from './bundle-toolbar.tsx';
import { useBundleSelection } from './use-bundle-selection.ts';
import '../../ui/theme/late-styles.css';

export interface BundleTableProps extends BundleListProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  onDelete: (ids: readonly string[]) => void;
}

const NO_BUNDLES: readonly Bundle[] = [];

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
  const selection = useBundleSelection(bundles, shown);
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
                all: <SelectAll bundles={shown} selection={selection} />,
                of: (bundle) => <SelectBundle bundle={bundle} selection={selection} />,
                selected: selection.ids,
              }}
            />
          )}
          {selection.ids.size > 0 ? (
            <SelectionBar {...props} ids={selection.ids} onClear={selection.clear} />
          ) : null}
        </>
      )}
    </BundlePanel>
  );
}

interface SelectionBarProps extends BundleTableProps {
  ids: ReadonlySet<string>;
  onClear: () => void;
}

/** What can be done with all selected bundles at once. */
function SelectionBar({ read, ids, onDeploy, onDelete, onClear }: SelectionBarProps) {
  const deployable = (read.data ?? NO_BUNDLES).filter(
    (bundle) => ids.has(String(bundle.id)) && !deployDisabledReason(bundle),
  );
  return (
    <Paper
      component="section"
      aria-label="Selected bundles"
      withBorder
      shadow="md"
      w="fit-content"
      maw="calc(100% - 1.5rem)"
      mx="auto"
      mb="sm"
      px="sm"
      py="xs"
      // At the end of the window while the rows above it are scrolled.
      pos="sticky"
      bottom="calc(var(--app-shell-footer-height, 0px) + var(--mantine-spacing-sm))"
      style={{ zIndex: 4 }}
    >
      <Group gap={6}>
        <Text size="sm" fw={500} role="status">
          {ids.size.toLocaleString()} selected
        </Text>
        {onDeploy ? (
          <Button
            size="xs"
            disabled={deployable.length === 0}
            onClick={() => onDeploy(deployable.map(({ id }) => String(id)))}
          >
            Deploy {deployable.length.toLocaleString()}
          </Button>
        ) : null}
        <Button size="xs" onClick={() => onDelete([...ids])}>
          Delete
        </Button>
        <CloseButton aria-label="Clear selection" onClick={onClear} />
      </Group>
    </Paper>
  );
}
