import { useState } from 'react';
import { useAction } from '../../link/actions.ts';
import { ApiError, messageOf } from '../../link/outcome.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import type { UploadChoice } from '../../ui/upload-dialog/upload-dialog.tsx';

interface Upload {
  readonly pending: boolean;
  /** Why the last try failed, in the server's own words; undefined when it did not. */
  readonly problem: string | undefined;
  /** @returns whether the server took the bundle */
  readonly upload: (choice: UploadChoice) => Promise<boolean>;
  readonly forgetProblem: () => void;
}

/** Uploads a bundle and says how it ended. */
export function useUpload(): Upload {
  const action = useAction('upload');
  const [problem, setProblem] = useState<string>();
  return {
    pending: action.isPending,
    problem,
    forgetProblem: () => setProblem(undefined),
    async upload(choice) {
      setProblem(undefined);
      try {
        await action.mutateAsync(choice);
      } catch (error) {
        setProblem(reasonOf(error));
        showToast({ title: 'Error', text: 'Failed to upload ZIP bundle', tone: 'bad' });
        return false;
      }
      showToast({ title: 'Success', text: 'ZIP bundle uploaded successfully', tone: 'good' });
      return true;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  return messageOf(error) ?? error.message;
}

/** The toasts of a form that was sent without a file, or given something else than a ZIP. */
export function sayNoFile(): void {
  showToast({ title: 'No file selected', text: 'Please select a ZIP file to upload', tone: 'bad' });
}

export function sayInvalidFile(): void {
  showToast({ title: 'Invalid file', text: 'Please select a ZIP file', tone: 'bad' });
}
