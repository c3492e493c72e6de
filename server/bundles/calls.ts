import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../config/mesh-config.ts';
import { handle } from '../http/handle.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { noSuchBundle } from './bundle-records.ts';
import type { Bundles } from './bundles.ts';
import { type DeployRecords, platformCount } from './deploy/deploy-records.ts';
import { parseUploadHeaders } from './uploads/upload-fields.ts';
import { announcedFileBytes, readUploadForm } from './uploads/upload-form.ts';
import type { UploadSlots } from './uploads/upload-slots.ts';

interface BundleCallsDeps {
  readonly bundles: Bundles;
  readonly platforms: readonly Platform[];
  readonly slots: UploadSlots;
}

/** The list of bundles, one in full, upload by a form, and deletion. */
export function bundleCalls(app: FastifyInstance, deps: BundleCallsDeps): void {
  const { bundles, platforms, slots } = deps;
  app.register(multipart);

  handle(app, 'bundles', () => bundles.list());

  handle(app, 'bundlesOfFile', ({ params }) => bundles.list(params.sha256));

  handle(app, 'bundle', async ({ params }) => {
    const details = await bundles.details(params.id);
    if (details === undefined) throw noSuchBundle();
    return details;
  });

  handle(app, 'removeBundle', async ({ params, account }) => {
    if (!(await bundles.remove(params.id, account.username))) throw noSuchBundle();
    return {};
  });

  handle(app, 'upload', ({ request, account: { id: accountId, username } }) =>
    slots.run(request, accountId, async () => {
      const { key, sha256 } = parseUploadHeaders(request);
      await bundles.assertRoom(username, announcedFileBytes(request));
      const form = await readUploadForm(request, bundles, platforms);
      const { filename: name, received, targets, priority } = form;
      const receipt = key === undefined ? undefined : { accountId, key };
      const info = { name, targets, priority, username, sha256, receipt };
      return { bundle: await bundles.add(received, info) };
    }),
  );
}

/** Starts and cancels the deployment of a bundle; progress is in the bundle's own reads. */
export function deployCalls(
  app: FastifyInstance,
  {
    deploys,
    platforms,
  }: { deploys: Pick<DeployRecords, 'start' | 'cancel'>; platforms: readonly Platform[] },
): void {
  handle(app, 'deploy', async ({ params, payload, account }) => {
    const ids = payload?.platforms.map((name) => platformOf(platforms, name, 'platforms').id);
    const targets = await deploys.start(params.id, account.username, ids);
    return { message: `On its way to ${platformCount(targets)}.` };
  });

  handle(app, 'cancelDeploy', async ({ params, account }) => {
    const cancelled = await deploys.cancel(params.id, account.username);
    return { message: `Cancelled for ${platformCount(cancelled)}.` };
  });
}
