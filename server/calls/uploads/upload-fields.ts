import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { FILE_SHA256_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../contract/paths.ts';
import {
  Sha256Schema,
  type UploadFieldsSchema,
  UploadKeySchema,
} from '../../../contract/sent/bundle.ts';
import type { Platform } from '../../config/mesh-config.ts';
import { httpError } from '../../http/http-error.ts';
import { formatIssue } from '../../http/zod-message.ts';

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

/** @param names of platforms, or their domains or ids */
function targetIds(names: readonly string[], platforms: readonly Platform[]): string[] {
  const ids = names.map((name) => {
    const platform = platforms.find((one) => [one.name, one.domain, one.id].includes(name));
    if (platform === undefined)
      throw httpError(400, 'targetPlatforms names a platform that is not in the mesh.');
    return platform.id;
  });
  return [...new Set(ids)];
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
