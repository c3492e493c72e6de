import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { FILE_SHA256_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../contract/paths.ts';
import {
  Sha256Schema,
  type UploadFieldsSchema,
  UploadKeySchema,
} from '../../../contract/sent/bundle.ts';
import { httpError } from '../../base/http-error.ts';
import { formatIssue } from '../../base/zod-message.ts';
import type { Platform } from '../../config/mesh-config.ts';
import { platformOf } from '../../platforms/platform-of.ts';

/**
 * Parses the fields of an upload, which are text in a form and in tus metadata alike.
 *
 * @returns the fields, and the ids of the target platforms, each once
 * @throws HttpError 400 for fields that are missing, unknown or not valid
 */
export function parseUploadFields<Fields extends z.infer<typeof UploadFieldsSchema>>(
  schema: z.ZodMiniType<Fields>,
  texts: ReadonlyMap<string, string>,
  platforms: readonly Platform[],
): Fields & { readonly targets: readonly string[] } {
  const fields = {
    ...Object.fromEntries(texts),
    targetPlatforms: parseJson(texts.get('targetPlatforms')),
  };
  const result = z.safeParse(schema, fields, { reportInput: true });
  if (!result.success) throw httpError(400, formatIssue(result.error.issues));
  return { ...result.data, targets: targetIds(result.data.targetPlatforms, platforms) };
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw httpError(400, 'targetPlatforms is not valid JSON.');
  }
}

function targetIds(names: readonly string[], platforms: readonly Platform[]): string[] {
  return [...new Set(names.map((name) => platformOf(platforms, name, 'targetPlatforms').id))];
}

/** @returns what a form's headers say about it; all of them are optional. @throws HttpError 400 */
export function parseUploadHeaders(request: FastifyRequest) {
  return {
    /** Identifies a repeat of this upload. */
    key: parseHeader(request, IDEMPOTENCY_KEY_HEADER, UploadKeySchema),
    sha256: parseHeader(request, FILE_SHA256_HEADER, Sha256Schema),
  };
}

function parseHeader(request: FastifyRequest, name: string, schema: z.ZodMiniType<string>) {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const result = z.safeParse(schema, header);
  if (!result.success) throw httpError(400, `The header ${name} is not valid.`);
  return result.data;
}
