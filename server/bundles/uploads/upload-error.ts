/** Why an upload is refused. `server/calls/uploads/upload-slots.ts` maps each reason to an HTTP status. */
export type UploadErrorReason =
  | 'too-large'
  | 'not-a-zip'
  | 'cut-off'
  | 'empty'
  | 'damaged'
  | 'key-reused'
  | 'quota'
  | 'no-room'
  | 'unavailable';

/** The upload is refused; the message is a sentence for the person who uploads. */
export class UploadError extends Error {
  override readonly name = 'UploadError';

  constructor(
    readonly reason: UploadErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
