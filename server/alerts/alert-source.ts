import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { findBundle } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';
import { IN_PROGRESS, targetsWith } from '../store/deployments.ts';
import type { Journal } from '../store/journal.ts';
import { insertNotification } from '../store/notifications.ts';
import { type AlertMessage, messagesOf } from './alert-messages.ts';
import { type Alert, createAlertReader } from './alert-reader.ts';
import { queuePushes } from './queued.ts';

/**
 * Turns changes of the journal, apart from those of platforms, into alerts. Each becomes a notification behind the bell
 * of every account, and a push to the devices that want it. The owner closes it.
 */
export interface AlertSource {
  /** Resolves when the alerts of all earlier changes are stored. */
  close(): Promise<void>;
}

interface AlertSourceDeps {
  readonly platforms: MeshConfig['platforms'];
  readonly db: Database;
  readonly journal: Journal;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export async function createAlertSource(deps: AlertSourceDeps): Promise<AlertSource> {
  const { platforms, db, journal, log } = deps;
  let pending: Promise<void> = Promise.resolve();

  const onError = (error: unknown) => log.error({ err: error }, 'alert failed');
  const nameOfBundle = async (id: string) => (await findBundle(db, id))?.bundle.name ?? 'A bundle';
  const nameOfPeer = (domain: string) =>
    platforms.find((platform) => platform.domain === domain)?.name ?? domain;

  async function publish(alerts: readonly Alert[], at: number): Promise<void> {
    for (const alert of alerts) {
      for (const message of await messagesOf(alert, { at, nameOfBundle, nameOfPeer })) {
        await store(message);
      }
    }
  }

  function store(message: AlertMessage): Promise<void> {
    return journal.commit(async (tx, emit) => {
      const notification = await insertNotification(tx, { ...message, link: message.url });
      emit(keyOf('notifications'), 'prepend', [notification]);
      await queuePushes(tx, emit, notification.id, message);
    });
  }

  const deploying = await targetsWith(db, IN_PROGRESS);
  const readAlerts = createAlertReader({
    deploying: deploying.map(({ bundle }) => bundle),
  });

  /** An error here must not keep the journal's other listeners from their turn. */
  function onChange(change: Change): void {
    try {
      const alerts = readAlerts(change);
      if (alerts.length > 0)
        pending = pending.then(() => publish(alerts, change.at)).catch(onError);
    } catch (error) {
      onError(error);
    }
  }
  const stopListening = journal.subscribe(onChange);

  return {
    async close() {
      stopListening();
      await pending;
    },
  };
}
