import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { TEXT_MAX } from '../../contract/limits.ts';
import type { Bundles } from '../bundles/bundles.ts';
import { cleanName } from '../bundles/clean-name.ts';
import type { Platform } from '../config.ts';
import { allowLongBody } from '../http/body-time.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import { platformsOf } from './target-platforms.ts';
import { drainOrCut } from './unread-body.ts';
import { readUploadForm } from './upload-form.ts';
import { announcedBytes, assertSent, receiptNameOf } from './upload-headers.ts';
import { plainly } from './upload-refusal.ts';
import type { UploadSlots } from './upload-slots.ts';

/** The calls about bundles: their list, one in full, uploading and removing. */
export function bundleCalls(
  app: FastifyInstance,
  parts: { bundles: Bundles; platforms: readonly Platform[]; slots: UploadSlots },
): void {
  const { bundles, platforms, slots } = parts;
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
      const receipt = receiptNameOf(request, account);
      await bundles.assertRoom(account.username, announcedBytes(request));
      const { filename, incoming, fields } = await readUploadForm(request, bundles);
      const facts = await orDiscard(bundles, incoming, () => {
        assertSent(request, incoming);
        return {
          name: cleanName(filename, TEXT_MAX.bundleName),
          targets: platformsOf(fields.targetPlatforms, platforms),
          priority: fields.priority,
          username: account.username,
          receipt,
        };
      });
      return { bundle: await orDiscard(bundles, incoming, () => bundles.keep(incoming, facts)) };
    } catch (error) {
      drainOrCut(request.raw);
      throw plainly(error);
    } finally {
      leave();
    }
  });
}

const noSuchBundle = () => refuse(404, 'There is no such bundle.');

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
