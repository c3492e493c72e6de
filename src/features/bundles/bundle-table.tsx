import { Button, CloseButton, EmptyState, Group, Paper, Stack, Text } from '@mantine/core';
import { IconRocket, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { deployDisabledReason } from '../../shared/bundle-state.ts';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';
import { type BundleSearch, findBundles, PAGE_ROWS, pageOf } from './bundle-search.ts';
import { SelectAll, SelectBundle, useBundleSelection } from './bundle-select.tsx';
import styles from './bundle-table.module.css';
import { BundlePager, BundleToolbar, type OnBundleSearch } from './bundle-toolbar.tsx';
import '../../ui/theme/late-styles.css';

export interface BundleTableProps extends BundleListProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  onDelete: (ids: readonly string[]) => void;
}

const NO_BUNDLES: readonly Bundle[] = [];

/** All ZIP bundles, a page at a time: searched, filtered, ordered, selected. */
export function BundleTable(props: BundleTableProps) {
  const { bundles = NO_BUNDLES, search, onSearch, platformCount, onDeploy, onDetails } = props;
  const found = useMemo(() => findBundles(bundles, search), [bundles, search]);
  const page = pageOf(found.bundles.length, search.page);
  const shown = useMemo(
    () => found.bundles.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    [found, page],
  );
  const selection = useBundleSelection(bundles, shown);
  return (
    <BundlePanel {...props} title="All bundles">
      <Stack gap="xs" px="md" pb="xs">
        <BundleToolbar
          search={search}
          onSearch={onSearch}
          counts={found.counts}
          pager={
            found.bundles.length > PAGE_ROWS ? (
              <BundlePager
                page={page}
                count={found.bundles.length}
                onPage={(to) => onSearch({ page: to > 1 ? to : undefined })}
              />
            ) : null
          }
        />
      </Stack>
      {props.bundles && shown.length === 0 ? (
        <NothingFound onClear={() => onSearch({ q: undefined, filter: undefined })} />
      ) : (
        <BundleRows
          bundles={props.bundles && shown}
          platformCount={platformCount}
          checks={{
            all: <SelectAll bundles={shown} selection={selection} />,
            of: (bundle) => <SelectBundle bundle={bundle} selection={selection} />,
          }}
          onDeploy={onDeploy}
          onDetails={onDetails}
        />
      )}
      {selection.ids.size > 0 ? (
        <SelectionBar {...props} ids={selection.ids} onClear={selection.clear} />
      ) : null}
    </BundlePanel>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState role="status" icon={<IconSearchOff />} title="No bundle matches">
      <EmptyState.Actions>
        <Button onClick={onClear}>Clear search and filter</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

interface SelectionBarProps extends Pick<BundleTableProps, 'bundles' | 'onDeploy' | 'onDelete'> {
  ids: ReadonlySet<string>;
  onClear: () => void;
}

/** What can be done with all selected bundles at once. */
function SelectionBar(props: SelectionBarProps) {
  const { bundles = NO_BUNDLES, ids, onDeploy, onDelete, onClear } = props;
  const deployable = bundles.filter(
    (bundle) => ids.has(String(bundle.id)) && !deployDisabledReason(bundle),
  );
  return (
    <Paper
      component="section"
      className={styles.selection}
      aria-label="Selected bundles"
      withBorder
      shadow="md"
      w="fit-content"
      maw="calc(100% - 1.5rem)"
      mx="auto"
      my="sm"
      px="sm"
      py="xs"
    >
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {ids.size.toLocaleString()} selected
        </Text>
        {onDeploy ? (
          <Button
            size="xs"
            disabled={deployable.length === 0}
            leftSection={<IconRocket size={16} />}
            onClick={() => onDeploy(deployable.map(({ id }) => String(id)))}
          >
            Deploy {deployable.length.toLocaleString()}
          </Button>
        ) : null}
        <Button size="xs" leftSection={<IconTrash size={16} />} onClick={() => onDelete([...ids])}>
          Delete
        </Button>
        <CloseButton aria-label="Clear selection" onClick={onClear} />
      </Group>
    </Paper>
  );
}
