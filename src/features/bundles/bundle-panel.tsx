import { Button, EmptyState, Group } from '@mantine/core';
import { IconArchive, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import type { BundleActions } from './bundle-row.tsx';
import { BundleRows } from './bundle-rows.tsx';

export interface BundleListProps extends BundleActions {
  /** Newest first; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  read: ReadState;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** Platforms of the mesh; 0 while that is not known. */
  platformCount: number;
  onUpload: () => void;
}

interface BundlePanelProps extends BundleListProps {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** The card around a list of bundles, and what stands there when there is no list. */
export function BundlePanel(props: BundlePanelProps) {
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
      actions={
        isEmpty ? null : (
          <Button size="xs" leftSection={<IconUpload size={16} />} onClick={onUpload}>
            Upload ZIP Bundle
          </Button>
        )
      }
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

const NEWEST_ROWS = 5;

/** The newest bundles, for a screen that shows other things too; its footer leads to the whole table. */
export function NewestBundles(props: BundleListProps & { footer: ReactNode }) {
  return (
    <BundlePanel {...props} title="ZIP Bundles">
      <BundleRows {...props} bundles={props.bundles?.slice(0, NEWEST_ROWS)} />
    </BundlePanel>
  );
}

function NoBundles({ onUpload }: { onUpload: () => void }) {
  return (
    <EmptyState
      icon={<IconArchive />}
      title="No ZIP bundles uploaded"
      description="Every file is checked before anything is deployed."
    >
      <EmptyState.Actions>
        <Button variant="filled" leftSection={<IconUpload size={18} />} onClick={onUpload}>
          Upload your first bundle
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
