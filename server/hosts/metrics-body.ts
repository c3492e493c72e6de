import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { codingsOf, decoded, unknownCoding } from '../base/content-coding.ts';
import { httpError } from '../base/http-error.ts';
import { readFirst } from '../http/request-body.ts';

const TYPE = 'application/json';
/** Also of what is unpacked. A host of a hundred cores says less than a tenth of it. */
const MAX_BYTES = 4 * 1024 * 1024;

/** @returns a body of JSON. @throws HttpError with what to set, for what is something else or too large */
export async function metricsText(raw: IncomingMessage): Promise<string> {
  const [type] = raw.headersDistinct['content-type'] ?? [];
  if (type?.split(';', 1)[0]?.trim().toLowerCase() !== TYPE)
    throw httpError(
      415,
      `Metrics are taken as OTLP in JSON (${TYPE}): set \`encoding: json\` of the exporter \`otlp_http\`.`,
    );
  const codings = codingsOf(raw.headers['content-encoding']);
  if (unknownCoding(codings) !== undefined)
    throw httpError(415, 'The coding of the body is not known here: set `compression: gzip`.');
  const sent = await limited(raw, 'The request broke off.');
  const body = decoded(Readable.from([sent]), codings);
  return (await limited(body, 'The body is not coded as it says.')).toString();
}

async function limited(body: Readable, failed: string): Promise<Buffer> {
  const bytes = await readFirst(body, MAX_BYTES + 1).catch(() => {
    throw httpError(400, failed);
  });
  if (bytes.length <= MAX_BYTES) return bytes;
  throw httpError(413, 'The metrics are more than 4 MiB, unpacked: send less at once.');
}
