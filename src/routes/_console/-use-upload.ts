import { useState } from 'react';
import { type FirstEnd, type OutboxItem, upload, useOutbox } from '../../link/outbox.ts';
import { messageOf } from '../../link/outcome.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import type { UploadChoice } from '../../ui/upload-dialog/upload-dialog.tsx';

interface Upload {
  readonly pending: boolean;
  /** The upload that is on its way, as the outbox has it. */
  readonly item: OutboxItem | undefined;
  /** Why the last try failed, in the server's own words; undefined when it did not. */
  readonly problem: string | undefined;
  /** @returns whether the server took the bundle */
  readonly upload: (choice: UploadChoice) => Promise<boolean>;
  readonly forgetProblem: () => void;
}

/** Uploads a bundle and says how its first try ended; the outbox goes on from there. */
export function useUpload(): Upload {
  const [sending, setSending] = useState<{ readonly id: string | undefined }>();
  const [problem, setProblem] = useState<string>();
  const item = useOutbox().find(({ id }) => id === sending?.id);
  return {
    pending: sending !== undefined,
    item,
    problem,
    forgetProblem: () => setProblem(undefined),
    async upload(choice) {
      setProblem(undefined);
      setSending({ id: undefined });
      const end = await upload(choice, (id) => setSending({ id }));
      setSending(undefined);
      if (end.end === 'discarded') return false;
      if (end.end === 'failed') {
        setProblem(reasonOf(end));
        showToast({ title: 'Error', text: 'Failed to upload ZIP bundle', tone: 'bad' });
        return false;
      }
      showToast({ title: 'Success', text: 'ZIP bundle uploaded successfully', tone: 'good' });
      return true;
    },
  };
}

const RESUMES = {
  kept: 'The file is kept on this device and sent again by itself.',
  'in memory': 'This device could not keep the file: do not close this page before it is sent.',
} as const;

function reasonOf({ failure, resumes }: FirstEnd & { end: 'failed' }): string {
  const reason = messageOf(failure) ?? `${failure.status}: ${failure.text}`;
  return resumes ? `${reason}. ${RESUMES[resumes]}` : reason;
}

/** The toasts of a form that was sent without a file, or given something else than a ZIP. */
export function sayNoFile(): void {
  showToast({ title: 'No file selected', text: 'Please select a ZIP file to upload', tone: 'bad' });
}

export function sayInvalidFile(): void {
  showToast({ title: 'Invalid file', text: 'Please select a ZIP file', tone: 'bad' });
}
