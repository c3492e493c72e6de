import {
  DUTY_CHANNEL,
  PUSH_CHANNEL,
  type SMTP_SECURITIES,
  type WebhookTemplate,
} from '../../../contract/channels.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

/** How an e-mail channel reaches its server. */
export interface EmailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof SMTP_SECURITIES)[number];
  /** '': the server asks for none. */
  readonly username: string;
  readonly from: string;
  readonly to: string[];
}

/** Always there, and switched on. */
export const PUSH = { id: PUSH_CHANNEL, kind: 'push', name: 'Web push', enabled: true } as const;
export const DUTY = { ...PUSH, id: DUTY_CHANNEL, name: 'Who is on duty' } as const;

/** A channel that somebody has set up. */
export type StoredChannel = StoredEmail | StoredWebhook;

export type AlertChannel = typeof PUSH | typeof DUTY | StoredChannel;

interface StoredBase {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Encrypted; null when there is none. */
  readonly secret: string | null;
}

export interface StoredEmail extends StoredBase {
  readonly kind: 'email';
  readonly settings: EmailSettings & { readonly hasPassword: boolean };
}

export interface StoredWebhook extends StoredBase {
  readonly kind: 'webhook';
  readonly settings: {
    readonly template: WebhookTemplate;
    /** Of its address, the rest of which is secret. */
    readonly host: string;
    readonly hasSigningKey: boolean;
    /** Until when the secret before the present one signs too, epoch milliseconds. */
    readonly oldSecretUntil?: number | undefined;
  };
}

/** @returns by name */
export async function listChannels(db: Database): Promise<StoredChannel[]> {
  const rows = await db.selectFrom('alertChannels').selectAll().execute();
  return rows.map(channelOf).sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

export async function findChannel(db: Database, id: string): Promise<StoredChannel | undefined> {
  const row = await db
    .selectFrom('alertChannels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && channelOf(row);
}

/** Also one that nobody has set up. */
export const findAlertChannel = async (
  db: Database,
  id: string,
): Promise<AlertChannel | undefined> =>
  [PUSH, DUTY].find((one) => one.id === id) ?? (await findChannel(db, id));

/** Writes a channel, over the one with its id. */
export async function saveChannel(tx: Tx, channel: StoredChannel, at: number): Promise<void> {
  const { id, kind, name, enabled, settings, secret } = channel;
  const settingsJson = JSON.stringify(settings);
  const row = { kind, name, enabled: enabled ? 1 : 0, settingsJson, secret };
  await tx
    .insertInto('alertChannels')
    .values({ id, ...row, createdAt: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function deleteChannel(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('alertChannels').where('id', '=', id).execute();
}

/** @returns ids of all channels, web push and who is on duty too */
export async function channelIds(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('alertChannels').select('id').execute();
  return new Set([PUSH_CHANNEL, DUTY_CHANNEL, ...rows.map(({ id }) => id)]);
}

function channelOf(row: Row<'alertChannels'>): StoredChannel {
  const { id, kind, name, secret } = row;
  const settings = JSON.parse(row.settingsJson);
  // Written by `saveChannel` alone, so that kind and settings belong together.
  return { id, kind, name, enabled: row.enabled === 1, settings, secret } as StoredChannel;
}
