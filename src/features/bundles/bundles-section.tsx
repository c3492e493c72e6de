import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAction } from '../../console/actions.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { BundleSearch } from './bundle-search.ts';
import type { BundleTableProps } from './bundle-table.tsx';
import { useBundleDeletion, useDeploy } from './use-bundle-actions.ts';
import { useShownBundle, useTargetsBefore } from './use-shown-bundle.ts';

const NO_IDS: readonly string[] = [];

const DeployDialog = lazyDialog(async () => (await import('./deploy-dialog.tsx')).DeployDialog);
const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);
const BundleDetailsDrawer = lazyDialog(
  async () => (await import('./bundle-details.tsx')).BundleDetailsDrawer,
);

interface BundlesSectionProps {
  search: OverlaySearch & BundleSearch;
  /** @param replace the change is no step of its own in the browser's history */
  onSearch: (search: OverlaySearch & BundleSearch, replace?: boolean) => void;
  /** Renders the bundles: all of them, or the newest. */
  table: (props: BundleTableProps) => ReactNode;
}

/** A list of bundles with its data, and the dialogs that it opens. */
export function BundlesSection({ search, onSearch, table }: BundlesSectionProps) {
  const read = useRead('bundles');
  const connections = usePlatforms();
  const meshNodes = (connections.data ?? []).filter(isMeshNode);
  const { deploy, pending: deploying } = useDeploy();
  const { deleteBundles, pending: deleting } = useBundleDeletion();
  const [toDeploy, setToDeploy] = useState(NO_IDS);
  const [toDelete, setToDelete] = useState(NO_IDS);
  const close = useCallback(() => onSearch({ bundle: undefined }), [onSearch]);
  const showDetails = useCallback((id: string) => onSearch({ bundle: id }), [onSearch]);
  const shown = useShownBundle(search.bundle, read, close);
  const bundles = read.data;
  const withIds = (ids: readonly string[]) =>
    (bundles ?? []).filter(({ id }) => ids.includes(String(id)));
  useEffect(() => {
    if (search.deploy === undefined || !bundles) return;
    setToDeploy([search.deploy]);
    onSearch({ deploy: undefined }, true);
  }, [search.deploy, bundles, onSearch]);
  const inDeployDialog = withIds(toDeploy);
  const inDeleteDialog = withIds(toDelete);
  const lostOne = inDeleteDialog.length === 1 ? inDeleteDialog[0] : undefined;
  const before = useTargetsBefore(toDeploy);
  const { mutate: cancelDeploy } = useAction('cancelDeploy', {
    success: ({ message }) => ({ title: 'Deployment cancelled', message }),
    failure: 'Failed to cancel deployment',
  });

  async function deployTo(platforms: readonly string[]): Promise<void> {
    await deploy?.(inDeployDialog, platforms);
    setToDeploy(NO_IDS);
  }

  async function deleteNow(): Promise<void> {
    if (await deleteBundles(inDeleteDialog)) setToDelete(NO_IDS);
  }

  return (
    <>
      {table({
        read,
        platforms: meshNodes,
        platformCount: meshNodes.length,
        search,
        onSearch,
        onUpload: () => onSearch({ show: 'upload' }),
        onDeploy: deploy && setToDeploy,
        onDelete: setToDelete,
        onDetails: showDetails,
      })}
      <BundleDetailsDrawer
        {...shown}
        opened={shown.bundle !== undefined}
        onDeploy={deploy && setToDeploy}
        onCancelDeploy={(id) => cancelDeploy({ params: { id } })}
        onDelete={setToDelete}
        onClose={close}
      />
      <DeployDialog
        opened={inDeployDialog.length > 0}
        bundles={inDeployDialog}
        connections={connections.data ?? []}
        {...before}
        age={connections.age}
        pending={deploying}
        onDeploy={(platforms) => void deployTo(platforms)}
        onClose={() => setToDeploy(NO_IDS)}
      />
      <ConfirmDialog
        opened={inDeleteDialog.length > 0}
        title={`Delete ${lostOne?.name ?? `${inDeleteDialog.length} bundles`}`}
        text={`Delete ${lostOne ? 'this bundle' : `these ${inDeleteDialog.length} bundles`} from the server? This cannot be undone.`}
        confirm="Delete"
        pending={deleting}
        onConfirm={() => void deleteNow()}
        onClose={() => setToDelete(NO_IDS)}
      />
    </>
  );
}
