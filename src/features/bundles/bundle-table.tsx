import { Button, CloseButton, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconRocket, IconSearchOff, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import type { BundleActions } from './bundle-row.tsx';
import { BundleRows } from './bundle-rows.tsx';
import { type BundleSearch, findBundles, PAGE_ROWS, pageOf } from './bundle-search.ts';
import { deployDisabledReason } from './bundle-state.ts';
import styles from './bundle-table.module.css';
import { BundlePager, BundleToolbar, type OnBundleSearch } from './bundle-toolbar.tsx';
import { useBundleSelection } from './use-bundle-selection.ts';

interface SharedProps extends BundleActions {
  /** Newest first; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** Platforms of the mesh; 0 while that is not known. */
  platformCount: number;
  onUpload: () => void;
}

interface BundleTableProps extends SharedProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  /** Undefined where the server deletes no bundles. */
  onDelete: ((ids: readonly string[]) => void) | undefined;
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
          selection={selection}
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

interface NewestBundlesProps extends SharedProps {
  /** Leads to the whole table. */
  footer: ReactNode;
}

const NEWEST_ROWS = 5;

/** The newest bundles, for a screen that shows other things too. */
export function NewestBundles({ footer, ...props }: NewestBundlesProps) {
  const { bundles, platformCount, onDeploy, onDetails } = props;
  const newest = useMemo(() => bundles?.slice(0, NEWEST_ROWS), [bundles]);
  return (
    <BundlePanel {...props} title="ZIP Bundles" footer={footer}>
      <BundleRows
        bundles={newest}
        platformCount={platformCount}
        onDeploy={onDeploy}
        onDetails={onDetails}
      />
    </BundlePanel>
  );
}

interface BundlePanelProps extends SharedProps {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}

function BundlePanel(props: BundlePanelProps) {
  const { title, bundles, read, now, onUpload, children, footer } = props;
  const isEmpty = bundles?.length === 0;
  const isFailed = !bundles && read.failure !== undefined;
  const note = bundles && readTrouble(read) ? <ReadNote read={read} now={now} /> : null;
  return (
    <Panel
      flush
      title={title}
      // What sticks inside must not be cut off by the card.
      style={{ overflow: 'visible' }}
      actions={isEmpty ? null : <UploadButton onUpload={onUpload} />}
      footer={
        note || footer ? (
          <Group justify="space-between" gap="xs">
            {footer}
            {note}
          </Group>
        ) : null
      }
      aria-busy={!bundles && !isFailed}
      data-read="bundles"
    >
      {isEmpty ? <NoBundles onUpload={onUpload} /> : null}
      {isFailed ? <ReadFailed text="The bundles could not be read" failure={read.failure} /> : null}
      {isEmpty || isFailed ? null : children}
    </Panel>
  );
}

function UploadButton({ onUpload }: { onUpload: () => void }) {
  return (
    <Button size="xs" leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={onUpload}>
      Upload ZIP Bundle
    </Button>
  );
}

function NoBundles({ onUpload }: { onUpload: () => void }) {
  return (
    <EmptyState
      p="md"
      size="sm"
      icon={<IconArchive aria-hidden="true" />}
      title="No ZIP bundles uploaded"
      description="Every file is checked before anything is deployed."
    >
      <EmptyState.Actions>
        <Button
          variant="filled"
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          onClick={onUpload}
        >
          Upload your first bundle
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      p="md"
      size="sm"
      role="status"
      icon={<IconSearchOff aria-hidden="true" />}
      title="No bundle matches"
    >
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
function SelectionBar({ bundles = NO_BUNDLES, ids, onClear, ...actions }: SelectionBarProps) {
  const { onDeploy, onDelete } = actions;
  const deployable = bundles.filter(
    (bundle) => ids.has(String(bundle.id)) && !deployDisabledReason(bundle),
  );
  return (
    <section className={styles.selection} aria-label="Selected bundles">
      <Text size="sm" fw={500} role="status">
        {ids.size.toLocaleString()} selected
      </Text>
      {onDeploy ? (
        <Button
          size="xs"
          disabled={deployable.length === 0}
          leftSection={<IconRocket size={16} aria-hidden="true" />}
          onClick={() => onDeploy(deployable.map(({ id }) => String(id)))}
        >
          Deploy {deployable.length.toLocaleString()}
        </Button>
      ) : null}
      {onDelete ? (
        <Button
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => onDelete([...ids])}
        >
          Delete
        </Button>
      ) : null}
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </section>
  );
}
