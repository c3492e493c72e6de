import * as z from 'zod/mini';
import { PRIORITIES } from '../limits.ts';

const CHOSEN =
  'must list the targets that are meant, by id, domain or name; without a body all are meant';

/** What a deployment is asked for: some targets; nothing: every target that does not have the bundle. */
export const DeployPayloadSchema = z.nullish(
  z.strictObject({
    platforms: z
      .array(z.string().check(z.maxLength(255)), CHOSEN)
      .check(z.minLength(1, CHOSEN), z.maxLength(64)),
  }),
);

/** The fields of the multipart form beside the file `zipfile`; `targetPlatforms` is JSON on the wire. */
export const UploadFieldsSchema = z.strictObject({
  targetPlatforms: z
    .array(z.string().check(z.minLength(1), z.maxLength(255)))
    .check(z.maxLength(64)),
  priority: z.enum(PRIORITIES),
});

/** The name that a sender gives an upload, so that a repeat is known as one. */
export const UploadKeySchema = z.string().check(z.regex(/^[\w-]{16,64}$/));
/** Hexadecimal, lower case. */
export const Sha256Schema = z.string().check(z.regex(/^[\da-f]{64}$/));

/** What an upload that may be resumed says of itself at its start; `targetPlatforms` is JSON on the wire. */
export const ResumableFieldsSchema = z.strictObject({
  ...UploadFieldsSchema.shape,
  filename: z.string().check(z.minLength(1), z.maxLength(1000)),
  key: UploadKeySchema,
  sha256: Sha256Schema,
});
