import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Priority } from '../../../contract/limits.ts';
import { UploadFieldsSchema } from '../../../contract/sent/bundle.ts';
import { HttpError, httpError } from '../../base/http-error.ts';
import type { Platform } from '../../config/mesh-config.ts';
import type { Bundles } from '../bundles.ts';
import type { ReceivedUpload } from './receive-upload.ts';
import { parseUploadFields } from './upload-fields.ts';

/** The upload form: each part exactly once, no others, in any order. */
interface UploadForm {
  /** As the sender calls the file. */
  readonly filename: string;
  readonly received: ReceivedUpload;
  readonly targets: readonly string[];
  readonly priority: Priority;
}

const FILE_PART = 'zipfile';
const TEXT_PARTS: readonly string[] = ['targetPlatforms', 'priority'];

/** What the form may add to the file's bytes. */
const FORM_BYTES = 128 * 1024;

const FORM_LIMITS = {
  /** Also counts parts that the parser skips, such as one without a name. */
  parts: 3,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  /** Counted where the bytes are written. */
  fileSize: Number.POSITIVE_INFINITY,
};

/** @returns at most the bytes of the file that the request announces; 0 when it does not say */
export const announcedFileBytes = ({ headers }: FastifyRequest): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES);

/** Reads the form; the file is received as it arrives. @throws HttpError, with what was received discarded */
export async function readUploadForm(
  request: FastifyRequest,
  bundles: Pick<Bundles, 'receive' | 'discard'>,
  platforms: readonly Platform[],
): Promise<UploadForm> {
  const texts = new Map<string, string>();
  let file: { filename: string; received: ReceivedUpload } | undefined;
  try {
    // The parser waits for ever for a request that was closed before it began.
    if (request.raw.destroyed) throw cutOff();
    for await (const part of request.parts({ limits: FORM_LIMITS })) {
      assertExpected(part, file !== undefined, texts);
      if (part.type === 'file')
        file = { filename: part.filename, received: await bundles.receive(part.file) };
      else texts.set(part.fieldname, fieldText(part));
    }
    if (file === undefined) throw httpError(400, `The form has no file ${FILE_PART}.`);
    const { targets, priority } = parseUploadFields(UploadFieldsSchema, texts, platforms);
    return { ...file, targets, priority };
  } catch (error) {
    if (file !== undefined) await bundles.discard(file.received);
    throw formError(error);
  }
}

function assertExpected(part: Multipart, hasFile: boolean, texts: ReadonlyMap<string, string>) {
  const expected = part.type === 'file' ? [FILE_PART] : TEXT_PARTS;
  if (!expected.includes(part.fieldname)) throw unexpectedPart();
  if (part.type === 'file' ? hasFile : texts.has(part.fieldname))
    throw httpError(400, `The form has ${part.fieldname} twice.`);
}

const unexpectedPart = () => httpError(400, 'The form has a part that was not asked for.');

function fieldText(part: Extract<Multipart, { type: 'field' }>): string {
  if (part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string')
    throw httpError(400, `${part.fieldname} is too long or not text.`);
  return part.value;
}

/** The parser throws plain errors for a malformed form; an error of this server has a cause. */
function formError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && error.cause !== undefined) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_PARTS_LIMIT')
    return unexpectedPart();
  return cutOff();
}

const cutOff = () => httpError(400, 'The upload was cut off, or it is not a valid form.');
