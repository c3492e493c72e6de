import { PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Delivery } from '../../contract/shapes/alert.ts';
import { findAccountByName } from '../accounts/rows/accounts.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { AlertMessage } from '../feature.ts';
import { addNotification } from '../notifications/rows.ts';
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

/**
 * Puts what no rule is about behind the bell of every account, and queues it for the devices that want it; what concerns one person for
 * each device that they have.
 */
export async function notify(
  tx: Tx,
  emit: Emit,
  { severity, kind, title, text, tag, url, at, to, offer }: AlertMessage,
): Promise<void> {
  const row = { kind, title, text, severity, at, link: url, ...(to !== undefined && { to }) };
  const notification = await addNotification(tx, emit, row);
  const event = { step: 'event', decision: null, incident: null } as const;
  const message = { kind, ...event, severity, title, text, tag, url, at, person: to, offer };
  const account = to === undefined ? undefined : await findAccountByName(tx, to);
  const devices = await listSubscribers(tx, at);
  const deliveries = devices
    .filter(({ kinds, accountId }) =>
      to === undefined ? kinds.includes(kind) : accountId === account?.account.id,
    )
    .map(({ endpoint: target }) => ({
      dedupeKey: `notification:${notification} channel:${PUSH_CHANNEL} target:${target}`,
      channel: PUSH_CHANNEL,
      target,
      incident: null,
      message,
    }));
  await queueDeliveries(tx, emit, deliveries, at);
}

/** @param deliveries newest first */
function newestOfEach(deliveries: readonly Delivery[]): Delivery[] {
  const newest = new Map<string, Delivery>();
  for (const one of deliveries) if (!newest.has(one.channel)) newest.set(one.channel, one);
  return [...newest.values()];
}
