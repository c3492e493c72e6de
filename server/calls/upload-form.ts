import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type UploadFields, UploadFieldsSchema } from '../../contract/shapes/bundle.ts';
import { RefusedUpload } from '../bundles/refused-upload.ts';
import type { Incoming } from '../bundles/take-in.ts';
import { complaintOf } from '../http/complaint.ts';
import { Refusal, refuse } from '../http/refuse.ts';

/** The upload's form, part by part: each exactly once, nothing else, in any order. */
export interface UploadForm {
  /** As the sender calls it. */
  readonly filename: string;
  readonly incoming: Incoming;
  readonly fields: UploadFields;
}

export interface FileDoor {
  receive(stream: AsyncIterable<Buffer>): Promise<Incoming>;
  discard(incoming: Incoming): Promise<void>;
}

const FILE_PART = 'zipfile';
const FIELD_PARTS: readonly string[] = ['targetPlatforms', 'priority'];

/** Parts are counted even where the reader passes over them, such as one without a name. */
const FORM_LIMITS = {
  parts: 3,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  /** Counted where the bytes are written. */
  fileSize: Number.POSITIVE_INFINITY,
};

/**
 * Reads the form; the file goes through `door` as it arrives.
 *
 * @throws Refusal or RefusedUpload, with what was received discarded
 */
export async function readUploadForm(request: FastifyRequest, door: FileDoor): Promise<UploadForm> {
  const parts = new Map<string, string>();
  let file: { filename: string; incoming: Incoming } | undefined;
  try {
    for await (const part of partsOf(request)) {
      assertExpected(part, file !== undefined, parts);
      if (part.type === 'file')
        file = { filename: part.filename, incoming: await door.receive(part.file) };
      else parts.set(part.fieldname, textOf(part));
    }
    if (file === undefined) throw refuse(400, `The form has no file ${FILE_PART}.`);
    return { ...file, fields: parseFields(parts) };
  } catch (error) {
    if (file !== undefined) await door.discard(file.incoming);
    throw readable(error);
  }
}

function partsOf(request: FastifyRequest): AsyncIterable<Multipart> {
  return request.parts({ limits: FORM_LIMITS });
}

function assertExpected(part: Multipart, hasFile: boolean, parts: ReadonlyMap<string, string>) {
  const expected = part.type === 'file' ? [FILE_PART] : FIELD_PARTS;
  if (!expected.includes(part.fieldname)) throw surplusPart();
  if (part.type === 'file' ? hasFile : parts.has(part.fieldname))
    throw refuse(400, `The form has ${part.fieldname} twice.`);
}

const surplusPart = () => refuse(400, 'The form has a part that was not asked for.');

function textOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string')
    throw refuse(400, `${part.fieldname} is too long or no text.`);
  return part.value;
}

function parseFields(parts: ReadonlyMap<string, string>): UploadFields {
  const fields = {
    targetPlatforms: parseJson(parts.get('targetPlatforms')),
    priority: parts.get('priority'),
  };
  const result = z.safeParse(UploadFieldsSchema, fields, { reportInput: true });
  if (!result.success) throw refuse(400, complaintOf(result.error.issues));
  return result.data;
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(400, 'targetPlatforms is not valid JSON.');
  }
}

/** The form's reader reports a broken form by plain errors; those of the server itself have a cause. */
function readable(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof RefusedUpload) return error;
  if (error instanceof Error && error.cause !== undefined) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_PARTS_LIMIT')
    return surplusPart();
  return refuse(400, 'The upload was cut off, or it is not a valid form.');
}
