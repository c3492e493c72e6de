/** Why an upload is not taken. `server/calls/bundles.ts` knows which HTTP status each is. */
export const UPLOAD_REASONS = [
  'too-large',
  'not-a-zip',
  'cut-off',
  'damaged',
  'other-file',
  'quota',
  'no-room',
] as const;
export type UploadReason = (typeof UPLOAD_REASONS)[number];

/** The message is a sentence for the person who uploads. */
export class RefusedUpload extends Error {
  override readonly name = 'RefusedUpload';

  constructor(
    readonly reason: UploadReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
