import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Bundles } from '../bundles/bundles.ts';
import { type DeployBlocker, platformCount } from '../bundles/deploy/deploy-records.ts';
import type { Deploys } from '../bundles/deploy/deploys.ts';
import type { Platform } from '../config/mesh-config.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
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

const noSuchBundle = () => httpError(404, 'There is no such bundle.');

/** Starts and cancels the deployment of a bundle; progress is in the bundle's own reads. */
export function deployCalls(app: FastifyInstance, { deploys }: { deploys: Deploys }): void {
  handle(app, 'deploy', async ({ params, payload, account }) => {
    const started = await deploys.start(params.id, account.username, payload?.platforms);
    if ('blocker' in started) throw blockedError(started.blocker);
    return { message: `On its way to ${platformCount(started.targets)}.` };
  });

  handle(app, 'cancelDeploy', async ({ params, account }) => {
    const cancelled = await deploys.cancel(params.id, account.username);
    if (cancelled === undefined) throw blockedError('unknown');
    if (cancelled === 0) throw httpError(409, 'The bundle is not being deployed.');
    return { message: `Cancelled for ${platformCount(cancelled)}.` };
  });
}

const BLOCKED_MESSAGES: Readonly<Record<Exclude<DeployBlocker, 'unknown'>, string>> = {
  'not-validated': 'Only a validated bundle can be deployed.',
  'no-targets': 'The bundle has no target platform left to send it to.',
  'in-progress': 'The bundle is already being deployed.',
  deployed: 'Every target has the bundle already.',
};

const blockedError = (blocker: DeployBlocker) =>
  blocker === 'unknown'
    ? httpError(404, 'There is no such bundle.')
    : httpError(409, BLOCKED_MESSAGES[blocker]);
