import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { takeShared } from '../../link/app/shared-file.ts';
import { useRead } from '../../link/reads.ts';
import { UploadProgress } from '../../ui/outbox/outbox-row.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { shareTroubleText } from '../../ui/upload-dialog/share-trouble.ts';
import { UploadDialog } from '../../ui/upload-dialog/upload-dialog.tsx';
import type { OverlaySearch } from './-overlay-search.ts';
import { sayInvalidFile, sayNoFile, useUpload } from './-use-upload.ts';

interface UploadFormProps {
  opened: boolean;
  onClose: () => void;
}

/** The upload dialog with its data, and with the file that came from outside. */
export function UploadForm({ opened, onClose }: UploadFormProps) {
  const connections = useRead('connections');
  const { pending, item, problem, upload, forgetProblem } = useUpload();
  const given = useShared();
  return (
    <UploadDialog
      opened={opened}
      given={given}
      platforms={connections.data ?? []}
      pending={pending}
      progress={item && <UploadProgress row={item} />}
      problem={problem}
      onClose={() => {
        forgetProblem();
        onClose();
      }}
      onUpload={upload}
      onNoFile={sayNoFile}
      onInvalidFile={sayInvalidFile}
    />
  );
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
      else showToast({ ...shareTroubleText(came.trouble), tone: 'bad' });
      return navigate({ to: '/dashboard', search: { show: 'upload' }, replace: true });
    });
  }, [shared, navigate]);
  return file;
}
