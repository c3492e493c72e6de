import * as z from 'zod/mini';
import { type ResumableFields, ResumableFieldsSchema } from '../../contract/shapes/bundle.ts';
import { complaintOf } from '../http/complaint.ts';
import { refuse } from '../http/refuse.ts';

const BASE64 = /^[\w+/]*={0,2}$/;

/**
 * @param header `Upload-Metadata`: pairs of a name and a base64 value, separated by commas
 * @throws Refusal 400 for names that were not asked for, missing or twice, and for values that do not fit
 */
export function parseResumableFields(header: string | undefined): ResumableFields {
  const pairs = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ');
    if (more.length > 0 || pairs.has(name) || !BASE64.test(value)) throw broken();
    pairs.set(name, textOf(value));
  }
  const fields = { ...Object.fromEntries(pairs), targetPlatforms: listOf(pairs) };
  const result = z.safeParse(ResumableFieldsSchema, fields, { reportInput: true });
  if (!result.success) throw refuse(400, complaintOf(result.error.issues));
  return result.data;
}

const broken = () => refuse(400, 'The header Upload-Metadata is not valid.');

function textOf(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw broken();
  }
}

function listOf(pairs: ReadonlyMap<string, string>): unknown {
  try {
    return JSON.parse(pairs.get('targetPlatforms') ?? 'null');
  } catch {
    throw refuse(400, 'targetPlatforms is not valid JSON.');
  }
}
