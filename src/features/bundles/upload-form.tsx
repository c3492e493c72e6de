import { Alert, Anchor } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { takeShared } from '../../client/app/shared-file.ts';
import { useOutbox } from '../../client/outbox.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { notify } from '../../shared/notices.ts';
import { SHARED_MAX, type ShareTrouble } from '../../shared/shared-files.ts';
import { UploadProgress } from '../outbox/outbox-row.tsx';
import type { OverlaySearch } from '../shell/overlay-search.ts';
import { megabytesText } from './chosen-file.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useUpload } from './use-upload.ts';

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

interface UploadFormProps {
  opened: boolean;
  onClose: () => void;
}

/** The upload dialog with its data, and with the file that came from outside. */
export function UploadForm({ opened, onClose }: UploadFormProps) {
  const connections = useRead('connections');
  const { pending, item, problem, upload, cancel, forgetProblem } = useUpload();
  const given = useShared();
  return (
    <UploadDialog
      opened={opened}
      given={given}
      connections={connections.data ?? configuredPlatforms()}
      age={connections.age}
      pending={pending}
      progress={item && <UploadProgress row={item} />}
      problem={problem}
      fileNote={(file) => (pending ? null : <DuplicateNote file={file} />)}
      onClose={() => {
        forgetProblem();
        onClose();
      }}
      onCancelUpload={cancel}
      onUpload={upload}
    />
  );
}

/** Says before an upload that the server, or this device's outbox, has the file already. */
function DuplicateNote({ file }: { file: File }) {
  const bundles = useRead('bundles').data ?? [];
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
      <Alert color="yellow" role="status">
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
    <Alert color="yellow" role="status">
      A file of this name and size is waiting to be sent.
    </Alert>
  ) : null;
}

/**
 * Takes the file that the address names, and the name out of the address: there is nothing to take twice.
 *
 * @returns the file that came last
 */
function useShared(): File | undefined {
  const { shared } = useSearch({ strict: false }) as OverlaySearch;
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (shared === undefined || taken.current === shared) return;
    taken.current = shared;
    void takeShared(shared).then((came) => {
      if (came.file) setFile(came.file);
      else notify({ ...shareTroubleText(came.trouble), severity: 'error' });
      return navigate({
        to: '.',
        search: (before: object) => ({ ...before, shared: undefined, show: 'upload' }),
        replace: true,
      } as never);
    });
  }, [shared, navigate]);
  return file;
}
