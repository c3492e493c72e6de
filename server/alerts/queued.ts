import { PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Delivery } from '../../contract/shapes/alert.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { AlertMessage } from '../notifications/alert-message.ts';
import { listSubscribers } from '../push/rows.ts';
import { DELIVERIES_LISTED_MAX, insertDeliveries, type NewDelivery } from './rows/deliveries.ts';

/** Stores deliveries, which are then sent by the delivery engine, and tells the consoles. */
export async function queueDeliveries(
  tx: Tx,
  emit: Emit,
  deliveries: readonly NewDelivery[],
  at: number,
): Promise<void> {
  const stored = await insertDeliveries(tx, deliveries, at);
  const added = stored.filter((one) => one.at === at);
  if (added.length > 0)
    emit(keyOf('alertDeliveries'), 'prepend', added.slice(0, DELIVERIES_LISTED_MAX));
  for (const { id, state, attempts, error } of stored.filter((one) => one.at !== at))
    emit(keyOf('alertDeliveries'), 'patch', { id, state, attempts, error });
  for (const lastDelivery of newestOfEach(added))
    emit(keyOf('alertChannels'), 'patch', { id: lastDelivery.channel, lastDelivery });
}

/** Queues what is not about a platform for the devices that want it. */
export async function queuePushes(
  tx: Tx,
  emit: Emit,
  notification: number,
  { severity, kind, title, text, tag, url, at }: AlertMessage,
): Promise<void> {
  const event = { step: 'event', decision: null, incident: null } as const;
  const message = { kind, ...event, severity, title, text, tag, url, at };
  const devices = await listSubscribers(tx, at);
  const deliveries = devices
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ endpoint: target }) => ({
      dedupeKey: `notification:${notification} channel:${PUSH_CHANNEL} target:${target}`,
      ...{ channel: PUSH_CHANNEL, target, incident: null, message },
    }));
  await queueDeliveries(tx, emit, deliveries, at);
}

/** @param deliveries newest first */
function newestOfEach(deliveries: readonly Delivery[]): Delivery[] {
  const newest = new Map<string, Delivery>();
  for (const one of deliveries) if (!newest.has(one.channel)) newest.set(one.channel, one);
  return [...newest.values()];
}
