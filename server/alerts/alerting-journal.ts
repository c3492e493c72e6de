import { keyOf } from '../../contract/paths.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { findBundle } from '../store/bundles.ts';
import type { Tx } from '../store/database.ts';
import type { Emit, Journal } from '../store/journal.ts';
import { insertNotification } from '../store/notifications.ts';
import { type AlertContext, messagesOf } from './alert-messages.ts';
import { type Alert, findAlerts } from './alert-reader.ts';
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

  async function store(tx: Tx, emit: Emit, alert: Alert): Promise<void> {
    const nameOfBundle: AlertContext['nameOfBundle'] = async (id) =>
      (await findBundle(tx, id))?.bundle.name ?? 'A bundle';
    for (const message of await messagesOf(alert, { at: now(), nameOfBundle, nameOfPeer })) {
      const notification = await insertNotification(tx, { ...message, link: message.url });
      emit(keyOf('notifications'), 'prepend', [notification]);
      await queuePushes(tx, emit, notification.id, message);
    }
  }

  return {
    ...journal,
    commit: (work) =>
      journal.commit(async (tx, emit) => {
        const alerts: Alert[] = [];
        const result = await work(tx, (key, op, data) => {
          emit(key, op, data);
          alerts.push(...findAlerts({ key, op, data }));
        });
        for (const alert of alerts) await store(tx, emit, alert);
        return result;
      }),
  };
}
