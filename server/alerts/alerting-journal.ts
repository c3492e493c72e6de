import { keyOf } from '../../contract/paths.ts';
import { findBundle } from '../bundles/rows/bundles.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit, Journal } from '../database/journal.ts';
import { insertNotification } from '../notifications/rows.ts';
import { type AlertContext, type FailureAlert, findFailures } from './failure-alerts.ts';
import { queuePushes } from './queued.ts';

interface AlertingOptions {
  readonly platforms: MeshConfig['platforms'];
  readonly now: () => number;
}

/**
 * Turns what commits emit, apart from changes of platforms, into alerts: each becomes a notification behind the bell of
 * every account and a push to the devices that want it, in the transaction that stores the failure. After a crash there
 * are both or neither, whichever instance it was.
 */
export function createAlertingJournal(
  journal: Journal,
  { platforms, now }: AlertingOptions,
): Journal {
  const nameOfPeer = (domain: string) =>
    platforms.find((platform) => platform.domain === domain)?.name ?? domain;

  async function store(tx: Tx, emit: Emit, alert: FailureAlert): Promise<void> {
    const nameOfBundle: AlertContext['nameOfBundle'] = async (id) =>
      (await findBundle(tx, id))?.bundle.name ?? 'A bundle';
    const message = await alert({ at: now(), nameOfBundle, nameOfPeer });
    const notification = await insertNotification(tx, { ...message, link: message.url });
    emit(keyOf('notifications'), 'prepend', [notification]);
    await queuePushes(tx, emit, notification.id, message);
  }

  return {
    ...journal,
    commit: (work) =>
      journal.commit(async (tx, emit) => {
        const alerts: FailureAlert[] = [];
        const result = await work(tx, (key, op, data) => {
          emit(key, op, data);
          alerts.push(...findFailures({ key, op, data }));
        });
        for (const alert of alerts) await store(tx, emit, alert);
        return result;
      }),
  };
}
