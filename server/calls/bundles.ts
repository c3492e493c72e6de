import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TEXT_MAX } from '../../contract/limits.ts';
import type { Bundles } from '../bundles/bundles.ts';
import { cleanName } from '../bundles/clean-name.ts';
import { RefusedUpload, type UploadReason } from '../bundles/refused-upload.ts';
import type { Platform } from '../config.ts';
import { allowLongBody } from '../http/body-time.ts';
import { handle } from '../http/handle.ts';
import { type Refusal, refuse } from '../http/refuse.ts';
import { drainOrCut } from './unread-body.ts';
import { readUploadForm } from './upload-form.ts';
import { createUploadSlots } from './upload-slots.ts';

/** The calls about bundles: their list, one in full, uploading and removing. */
export function bundleCalls(
  app: FastifyInstance,
  { bundles, platforms }: { bundles: Bundles; platforms: readonly Platform[] },
): void {
  const slots = createUploadSlots();
  app.register(multipart);
  app.addHook('onClose', () => bundles.close());

  handle(app, 'bundles', () => bundles.list());

  handle(app, 'bundle', async ({ params }) => {
    const details = await bundles.details(params.id);
    if (details === undefined) throw noSuchBundle();
    return details;
  });

  handle(app, 'removeBundle', async ({ params, account }) => {
    if (!(await bundles.remove(params.id, account.username))) throw noSuchBundle();
    return {};
  });

  handle(app, 'upload', async ({ request, account }) => {
    const leave = slots.enter(account.id);
    try {
      allowLongBody(request);
      await bundles.assertRoom(account.username, announcedBytes(request));
      const { filename, incoming, fields } = await readUploadForm(request, bundles);
      const targets = await orDiscard(bundles, incoming, () =>
        platformsOf(fields.targetPlatforms, platforms),
      );
      const facts = {
        name: cleanName(filename, TEXT_MAX.bundleName),
        targets,
        priority: fields.priority,
        username: account.username,
      };
      return { bundle: await orDiscard(bundles, incoming, () => bundles.keep(incoming, facts)) };
    } catch (error) {
      drainOrCut(request.raw);
      throw error instanceof RefusedUpload ? refusalOf(error) : error;
    } finally {
      leave();
    }
  });
}

const noSuchBundle = () => refuse(404, 'There is no such bundle.');

/** What the form may add to the file; a smaller body than the announced one is judged as it arrives. */
const FORM_BYTES = 128 * 1024;

function announcedBytes({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES);
}

/** Bytes that do not become a bundle are not kept. */
async function orDiscard<T>(
  bundles: Bundles,
  incoming: Parameters<Bundles['discard']>[0],
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await bundles.discard(incoming);
    throw error;
  }
}

/** @param named names, domains or ids; each platform counts once */
function platformsOf(named: readonly string[], platforms: readonly Platform[]): Platform[] {
  const found = named.map((name) => {
    const platform = platforms.find((one) => [one.name, one.domain, one.id].includes(name));
    if (platform === undefined)
      throw refuse(400, 'targetPlatforms names a platform that is not in the mesh.');
    return platform;
  });
  return [...new Set(found)];
}

const STATUS_BY_REASON: Readonly<Record<UploadReason, number>> = {
  'too-large': 413,
  'not-a-zip': 400,
  'cut-off': 400,
  quota: 409,
  'no-room': 503,
};

const refusalOf = (error: RefusedUpload): Refusal =>
  refuse(STATUS_BY_REASON[error.reason], error.message);
