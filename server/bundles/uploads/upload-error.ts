import { HttpError } from '../../base/http-error.ts';

/** Why an upload is refused. */
type UploadErrorReason =
  | 'too-large'
  | 'not-a-zip'
  | 'cut-off'
  | 'empty'
  | 'damaged'
  | 'key-reused'
  | 'quota'
  | 'not-allowed'
  | 'no-room'
  | 'unavailable';

const STATUS_BY_REASON: Readonly<Record<UploadErrorReason, number>> = {
  'too-large': 413,
  'not-a-zip': 400,
  'cut-off': 400,
  empty: 400,
  damaged: 422,
  'key-reused': 409,
  quota: 409,
  'not-allowed': 403,
  'no-room': 507,
  unavailable: 503,
};

/** The upload is refused; the message is a sentence for the person who uploads. */
export class UploadError extends HttpError {
  override readonly name = 'UploadError';

  constructor(
    readonly reason: UploadErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(STATUS_BY_REASON[reason], message, {}, {}, options);
  }
}
