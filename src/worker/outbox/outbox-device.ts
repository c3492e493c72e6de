import { sendForm } from '../uploads/upload-form.ts';
import { type Outbox, type OutboxDoors, type OutboxParts, openOutbox } from './outbox-account.ts';
import { openNoOutboxChannel, openOutboxChannel } from './outbox-channel.ts';

type Given = Pick<OutboxDoors, 'clock' | 'fetch' | 'openKeyValue' | 'random' | 'lead'>;

/** The outbox with its real doors; loaded when an account is opened. */
export function openDeviceOutbox(
  given: Given,
  canShare: boolean,
  parts: OutboxParts,
  account: string,
): Outbox {
  const doors: OutboxDoors = {
    ...given,
    openOutboxChannel: canShare ? openOutboxChannel : openNoOutboxChannel,
    newKey,
    // Loaded by who uploads.
    hash: async (...order) => (await import('../uploads/upload-hash.ts')).hashOf(...order),
    sendForm,
    sendResumable: async (order) => (await import('../uploads/upload-tus.ts')).sendResumable(order),
  };
  return openOutbox(doors, parts, account);
}

const KEY_BYTES = 16;

/** Outside of a secure context there is no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
