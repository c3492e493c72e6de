import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { useAction } from '../../client/actions.ts';
import { useServerNow } from '../../client/connection.ts';
import { refreshRead, useRead } from '../../client/reads.ts';
import type { Reading } from '../../shared/model.ts';
import { notify } from '../../shared/notices.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { OverlaySearch } from '../shell/overlay-search.ts';
import type { BundleSearch } from './bundle-search.ts';
import type { BundleTableProps } from './bundle-table.tsx';
import { useBundleDeletion, useDeploy } from './use-bundle-actions.ts';

const AGES_EVERY_MS = 10_000;

const UploadDialog = lazyDialog(async () => (await import('./upload-form.tsx')).UploadForm);
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
  const connections = useRead('connections');
  const now = useServerNow(AGES_EVERY_MS);
  const { deploy, pending: deploying } = useDeploy();
  const { deleteBundles, pending: deleting } = useBundleDeletion();
  const [toDeploy, setToDeploy] = useState(NO_IDS);
  const [toDelete, setToDelete] = useState(NO_IDS);
  const close = useCallback(() => onSearch({ bundle: undefined }), [onSearch]);
  const showDetails = useCallback((id: string) => onSearch({ bundle: id }), [onSearch]);
  useUnknownBundle(search.bundle, read, close);
  const bundles = read.data;
  const withIds = (ids: readonly string[]) =>
    (bundles ?? []).filter(({ id }) => ids.includes(String(id)));
  const shown = search.bundle === undefined ? undefined : withIds([search.bundle])[0];
  useEffect(() => {
    if (search.deploy === undefined || !bundles) return;
    setToDeploy([search.deploy]);
    onSearch({ deploy: undefined }, true);
  }, [search.deploy, bundles, onSearch]);
  const details = useRead('bundle', shown ? { id: String(shown.id) } : null);
  useFreshDetails(shown, details.data);
  const inDeployDialog = withIds(toDeploy);
  const inDeleteDialog = withIds(toDelete);
  const lostOne = inDeleteDialog.length === 1 ? inDeleteDialog[0] : undefined;
  const delivered = useDelivered(toDeploy);
  const { mutate: cancelDeploy } = useAction('cancelDeploy', {
    success: ({ message }) => ({ title: 'Deployment cancelled', message }),
    failure: 'Failed to cancel deployment',
  });

  async function deployTo(platforms: readonly string[]): Promise<void> {
    await deploy?.(inDeployDialog, platforms);
    setToDeploy(NO_IDS);
  }

  async function deleteNow(): Promise<void> {
    if (!(await deleteBundles(inDeleteDialog))) return;
    setToDelete(NO_IDS);
  }

  return (
    <>
      {table({
        bundles,
        read,
        now,
        platformCount: connections.data?.length ?? 0,
        search,
        onSearch,
        onUpload: () => onSearch({ show: 'upload' }),
        onDeploy: deploy && setToDeploy,
        onDelete: setToDelete,
        onDetails: showDetails,
      })}
      <BundleDetailsDrawer
        opened={shown !== undefined}
        bundle={shown}
        details={details.data}
        failure={details.failure}
        onDeploy={deploy && shown && (() => setToDeploy([String(shown.id)]))}
        onCancelDeploy={() => shown && cancelDeploy({ params: { id: String(shown.id) } })}
        onDelete={() => shown && setToDelete([String(shown.id)])}
        onClose={close}
      />
      <UploadDialog
        opened={search.show === 'upload'}
        onClose={() => onSearch({ show: undefined })}
      />
      <DeployDialog
        opened={inDeployDialog.length > 0}
        bundles={inDeployDialog}
        connections={connections.data ?? []}
        delivered={delivered}
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

const NO_IDS: readonly string[] = [];

/** @returns the targets that have the one bundle which is to be deployed; of several the server leaves them out itself */
function useDelivered(ids: readonly string[]): readonly string[] {
  const [id] = ids;
  const { data } = useRead('bundle', id !== undefined && ids.length === 1 ? { id } : null);
  const taken = data?.targets.filter(({ status }) => status === 'taken') ?? [];
  return taken.map(({ platform }) => platform);
}

/**
 * An address may name a bundle that does not exist any more: that is said, once the list is known to be without it.
 * One that goes while it is looked at only closes, as whoever deleted it has been told.
 *
 * @param id of the bundle that the address names
 * @param onUnknown called when it names none
 */
function useUnknownBundle(
  id: string | undefined,
  bundles: Reading<readonly Bundle[]>,
  onUnknown: () => void,
): void {
  const seen = useRef<string>(undefined);
  const isKnown = bundles.data?.some((bundle) => String(bundle.id) === id) ?? false;
  const isFresh = bundles.age === 'fresh';
  useEffect(() => {
    if (isKnown) seen.current = id;
    if (id === undefined || id === seen.current || !isFresh) return;
    notify({ title: 'This bundle no longer exists', severity: 'info' });
    onUnknown();
  }, [id, isKnown, isFresh, onUnknown]);
}

/** The list is live and the details are not: they are read again when the list says another status. */
function useFreshDetails(bundle: Bundle | undefined, details: BundleDetails | undefined): void {
  const id = bundle && String(bundle.id);
  const isBehind =
    details !== undefined && bundle !== undefined && details.status !== bundle.status;
  useEffect(() => {
    if (id === undefined || !isBehind) return;
    refreshRead('bundle', { id }).catch(reportError);
  }, [id, isBehind]);
}
