import { Alert, Anchor } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../console/notices.ts';
import { useOutbox } from '../../console/outbox.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { takeShared } from '../../device/shared-file.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { SHARED_MAX, type ShareTrouble } from '../../shared/shared-files.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { overlayOver } from '../../ui/screens.ts';
import { megabytesText } from './chosen-file.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { useDuplicate } from './use-duplicate.ts';
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
      maxBytes={useReadData('disk')?.bundleMaxBytes}
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

/**
 * Takes the file that the address names, and the name out of the address: there is nothing to take twice.
 *
 * @returns the file that came last
 */
function useSharedFile(): File | undefined {
  const { shared } = useSearch({ strict: false }) as OverlaySearch;
  const router = useRouter();
  const [file, setFile] = useState<File>();
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (shared === undefined || taken.current === shared) return;
    taken.current = shared;
    void takeShared(shared).then((came) => {
      if (came.file) setFile(came.file);
      else notify({ ...shareTroubleText(came.trouble), severity: 'error' });
      const opened = overlayOver({ shared: undefined, show: 'upload' });
      return router.navigate({ ...opened, resetScroll: true, replace: true });
    });
  }, [shared, router]);
  return file;
}

const TITLE = 'The shared file was not taken';

const TEXTS: Readonly<Record<ShareTrouble | 'gone', string>> = {
  none: 'What was shared holds no file. Please choose a ZIP file here.',
  several: 'Please share one ZIP file at a time.',
  'no-zip': 'It is no ZIP file.',
  'too-large': `It is larger than ${megabytesText(SHARED_MAX.bytes)}.`,
  'not-kept': 'This device could not keep it. Please choose it here.',
  gone: 'It was taken before, or shared more than a day ago. Please share it again or choose it here.',
};

/** @returns what a person reads who shared a file in vain */
export function shareTroubleText(trouble: ShareTrouble | 'gone'): {
  title: string;
  message: string;
} {
  return { title: TITLE, message: TEXTS[trouble] };
}
