import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Notification } from '../../contract/shapes/notification.ts';
import type { MeshConfig } from '../config.ts';
import { findBundle } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';
import { IN_PROGRESS, targetsWith } from '../store/deployments.ts';
import type { Journal } from '../store/journal.ts';
import { insertNotification } from '../store/notifications.ts';
import { type AlertMessage, messagesOf } from './alert-messages.ts';
import { type Alert, createAlertReader } from './alert-reader.ts';

/**
 * Turns changes of the journal into alerts. Each becomes a notification behind the bell of every account, and then
 * goes to the listeners, which send it elsewhere (push). The owner closes it.
 */
export interface AlertSource {
  /** @returns unsubscribe. The listener must not throw. */
  onAlert(listener: (message: AlertMessage) => void): () => void;
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
  const listeners = new Set<(message: AlertMessage) => void>();
  let pending: Promise<void> = Promise.resolve();

  const onError = (error: unknown) => log.error({ err: error }, 'alert failed');
  const nameOfBundle = async (id: string) => (await findBundle(db, id))?.bundle.name ?? 'A bundle';
  const nameOfPeer = (domain: string) =>
    platforms.find((platform) => platform.domain === domain)?.name ?? domain;

  async function publish(alerts: readonly Alert[], at: number): Promise<void> {
    for (const alert of alerts) {
      for (const message of await messagesOf(alert, { at, nameOfBundle, nameOfPeer })) {
        await store(message);
        for (const listener of listeners) listener(message);
      }
    }
  }

  function store({ url: link, ...message }: AlertMessage): Promise<void> {
    return journal.commit(async (tx, emit) => {
      const notification = await insertNotification(tx, { ...message, link });
      emit(keyOf('notifications'), 'prepend', [notification]);
    });
  }

  const deploying = await targetsWith(db, IN_PROGRESS);
  const readAlerts = createAlertReader({
    deploying: deploying.map(({ bundle }) => bundle),
  });

  /** An error here must not keep the journal's other listeners from their turn. */
  function onChange(change: Change): void {
    try {
      for (const message of platformAlerts(change))
        for (const listener of listeners) listener(message);
      const alerts = readAlerts(change);
      if (alerts.length > 0)
        pending = pending.then(() => publish(alerts, change.at)).catch(onError);
    } catch (error) {
      onError(error);
    }
  }
  const stopListening = journal.subscribe(onChange);

  return {
    onAlert(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopListening();
      await pending;
    },
  };
}

const NOTIFICATIONS = keyText(keyOf('notifications'));

/** Alerts of platforms are stored with their incidents: see `server/incidents`. */
function platformAlerts({ key, op, data }: Change): AlertMessage[] {
  if (keyText(key) !== NOTIFICATIONS || op !== 'prepend') return [];
  // Written by this process itself.
  return (data as Notification[]).flatMap(({ kind, title, text, at, link }) =>
    kind === 'down' || kind === 'back'
      ? [
          {
            kind,
            severity: kind === 'down' ? 'error' : 'success',
            title,
            text,
            at,
            tag: link,
            url: link,
          } as const,
        ]
      : [],
  );
}
