import { RefusedUpload, type UploadReason } from '../bundles/refused-upload.ts';
import { refuse } from '../http/refuse.ts';

const STATUS_BY_REASON: Readonly<Record<UploadReason, number>> = {
  'too-large': 413,
  'not-a-zip': 400,
  'cut-off': 400,
  damaged: 422,
  'other-file': 409,
  quota: 409,
  'no-room': 503,
};

/** @returns the refusal that an upload's error means over HTTP; any other error as it is */
export function plainly(error: unknown): unknown {
  if (!(error instanceof RefusedUpload)) return error;
  return refuse(STATUS_BY_REASON[error.reason], error.message);
}
