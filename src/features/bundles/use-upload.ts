import { useState } from 'react';
import type { Priority } from '../../../contract/limits.ts';
import { notify, UPLOADED } from '../../console/notices.ts';
import { discardUpload, type FirstEnd, upload, useOutbox } from '../../console/outbox.ts';
import { type UploadRow, waitingText } from '../../domain/upload-text.ts';
import { ApiError } from '../../shared/outcome.ts';

export interface UploadChoice {
  readonly file: File;
  /** Names of the platforms. */
  readonly targetPlatforms: string[];
  readonly priority: Priority;
}

export type Uploading = ReturnType<typeof useUpload>;

/** Uploads a bundle and says how its first try ended; the outbox goes on from there. */
export function useUpload() {
  const [sending, setSending] = useState<{ readonly id: string | undefined }>();
  const [problem, setProblem] = useState<string>();
  const item: UploadRow | undefined = useOutbox().find(({ id }) => id === sending?.id);
  return {
    pending: sending !== undefined,
    /** The upload that is on its way, as the outbox has it. */
    item,
    /** Why the last try failed, in the server's own words; undefined when it did not. */
    problem,
    forgetProblem: () => setProblem(undefined),
    /** Gives up the upload that is on its way. */
    cancel(): void {
      if (sending?.id !== undefined) discardUpload(sending.id).catch(reportError);
    },
    /** @returns whether the server took the bundle, or this device keeps it until the server can */
    async upload(choice: UploadChoice): Promise<boolean> {
      setProblem(undefined);
      setSending({ id: undefined });
      const end = await upload(choice, (id) => setSending({ id }));
      setSending(undefined);
      if (end.end === 'done') notify(UPLOADED);
      if (end.end !== 'failed') return end.end === 'done';
      if (end.resumes) {
        notifyWaiting(end);
        return true;
      }
      setProblem(new ApiError(end.failure).userMessage);
      notify({ title: 'Error', message: 'Failed to upload ZIP bundle', severity: 'error' });
      return false;
    },
  };
}

/** The file is safe, or at least not lost yet: that is no error. */
function notifyWaiting({ failure, resumes }: FirstEnd & { end: 'failed' }): void {
  const inMemory = resumes === 'in memory';
  notify({
    title: inMemory ? 'Keep this page open' : 'Upload saved',
    message: waitingText(failure, inMemory),
    severity: inMemory ? 'warning' : 'info',
  });
}
