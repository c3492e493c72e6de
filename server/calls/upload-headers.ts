import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { FILE_SHA256_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../contract/headers.ts';
import { Sha256Schema, UploadKeySchema } from '../../contract/shapes/bundle.ts';
import { damaged } from '../bundles/resumable-finish.ts';
import type { Incoming } from '../bundles/take-in.ts';
import { refuse } from '../http/refuse.ts';
import type { Account } from '../store/accounts.ts';
import type { ReceiptName } from '../store/receipts.ts';

/** What an upload says of itself in its headers; all of it may be left out. */

/** What the form may add to the file; a smaller body than the announced one is judged as it arrives. */
const FORM_BYTES = 128 * 1024;

export function announcedBytes({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES);
}

/** @throws Refusal 400 for a key that is none */
export function receiptNameOf(request: FastifyRequest, account: Account): ReceiptName | undefined {
  const key = parse(request, IDEMPOTENCY_KEY_HEADER, UploadKeySchema);
  return key === undefined ? undefined : { accountId: account.id, key };
}

/** @throws RefusedUpload when the bytes that arrived are not those that were sent */
export function assertSent(request: FastifyRequest, { sha256 }: Incoming): void {
  const announced = parse(request, FILE_SHA256_HEADER, Sha256Schema);
  if (announced !== undefined && announced !== sha256) throw damaged();
}

function parse(request: FastifyRequest, name: string, schema: z.ZodMiniType<string>) {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const result = z.safeParse(schema, header);
  if (!result.success) throw refuse(400, `The header ${name} is not valid.`);
  return result.data;
}
