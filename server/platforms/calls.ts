import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import type { PlatformChanges } from './platform-changes.ts';

/** Which platforms there are. */
export function platformCalls(app: FastifyInstance, changes: PlatformChanges): void {
  handle(app, 'platforms', () => changes.list());
  handle(app, 'addPlatform', async ({ payload, account, request }) => {
    const id = await changes.add(payload);
    request.log.info({ account: account.id, platform: id }, 'platform added');
    return { message: `${payload.name} was added.` };
  });
  handle(app, 'changePlatform', async ({ params: { id }, payload, account, request }) => {
    await changes.change(id, payload);
    request.log.info({ account: account.id, platform: id }, 'platform changed');
    return { message: `${payload.name} was changed.` };
  });
  handle(app, 'pausePlatform', async ({ params: { id }, payload: { paused } }) => {
    const name = await changes.pause(id, paused);
    return { message: paused ? `${name} is paused.` : `${name} is probed again.` };
  });
  handle(app, 'orderPlatforms', async ({ payload: { ids } }) => {
    await changes.order(ids);
    return { message: 'The platforms have a new order.' };
  });
  handle(app, 'removePlatform', async ({ params: { id }, payload, account, request }) => {
    const name = await changes.remove(id, payload.history);
    request.log.info({ account: account.id, platform: id }, 'platform removed');
    return { message: `${name} was removed.` };
  });
}
