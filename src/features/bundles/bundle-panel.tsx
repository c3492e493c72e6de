import { Anchor, Button } from '@mantine/core';
import { IconArchive, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import type { BundleActions } from './bundle-columns.tsx';
import { BundleRows } from './bundle-rows.tsx';

export interface BundleListProps extends BundleActions {
  read: DataRead<readonly Bundle[]>;
  /** Platforms of the mesh; 0 while that is not known. */
  platformCount: number;
  onUpload: () => void;
}

interface BundlePanelProps extends BundleListProps {
  title: string;
  /** Renders the bundles, newest first; undefined until they have been read. */
  children: (bundles: readonly Bundle[] | undefined) => ReactNode;
  footer?: ReactNode;
}

/** The card around a list of bundles, and what stands there when there is no list. */
export function BundlePanel({ title, read, onUpload, children, footer }: BundlePanelProps) {
  const isEmpty = read.data?.length === 0;
  const upload = { leftSection: <IconUpload size={16} />, onClick: onUpload };
  return (
    <ReadPanel
      flush
      title={title}
      read={read}
      failed="The bundles could not be read"
      room={0}
      // What sticks inside must not be cut off by the card.
      style={{ overflow: 'visible' }}
      actions={
        isEmpty ? null : (
          <Allowed call="upload">
            <Button size="xs" {...upload}>
              Upload ZIP Bundle
            </Button>
          </Allowed>
        )
      }
      footer={footer}
      placeholder={children(undefined)}
      data-read="bundles"
    >
      {(bundles) =>
        isEmpty ? (
          <EmptyState
            icon={<IconArchive />}
            title="No ZIP bundles uploaded"
            description="Every file is checked before anything is deployed."
          >
            <div>
              <Allowed call="upload">
                <Button variant="filled" {...upload}>
                  Upload your first bundle
                </Button>
              </Allowed>
            </div>
          </EmptyState>
        ) : (
          children(bundles)
        )
      }
    </ReadPanel>
  );
}

const NEWEST_ROWS = 5;

/** The newest bundles, for a screen that shows other things too; its footer leads to the whole table. */
export function NewestBundles(props: BundleListProps) {
  const count = props.read.data?.length;
  return (
    <BundlePanel
      {...props}
      title="ZIP Bundles"
      footer={
        count ? (
          <Anchor component={Link} to="/zip-bundles" size="sm">
            All {count.toLocaleString()}
          </Anchor>
        ) : null
      }
    >
      {(bundles) => <BundleRows {...props} bundles={bundles?.slice(0, NEWEST_ROWS)} />}
    </BundlePanel>
  );
}
