import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOutbox } from '../../console/outbox.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useSharedFile } from './use-shared-file.ts';
import { useUpload } from './use-upload.ts';

/** The upload dialog with its data, and with the file that came from outside. */
export function UploadForm({ opened, onClose }: DialogProps) {
  const connections = usePlatforms();
  const uploading = useUpload();
  return (
    <UploadDialog
      opened={opened}
      given={useSharedFile()}
      connections={connections.data ?? configuredPlatforms()}
      age={connections.age}
      uploading={uploading}
      fileNote={(file) => (uploading.pending ? null : <DuplicateNote file={file} />)}
      onClose={onClose}
    />
  );
}

/** Says before an upload that the server, or this device's outbox, has the file already. */
function DuplicateNote({ file }: { file: File }) {
  const bundles = useReadData('bundles') ?? [];
  const duplicate = useDuplicate(file, bundles);
  const isWaiting = useOutbox().some(
    ({ name, size, state }) =>
      name === file.name &&
      size === file.size &&
      state.state !== 'done' &&
      state.state !== 'failed',
  );
  if (duplicate) {
    const { bundle, isSame } = duplicate;
    return (
      <Alert color="yellow" role="group">
        {isSame ? 'The server has this file already' : 'A bundle of this name and size exists'}:{' '}
        <Anchor
          inherit
          renderRoot={(link) => (
            <Link {...link} to="/zip-bundles" search={{ bundle: String(bundle.id) }} />
          )}
        >
          {bundle.name}
        </Anchor>
        , uploaded {momentText(momentOf(bundle.createdAt))}. Uploading it again adds another bundle.
      </Alert>
    );
  }
  return isWaiting ? (
    <Alert color="yellow" role="group">
      A file of this name and size is waiting to be sent.
    </Alert>
  ) : null;
}
