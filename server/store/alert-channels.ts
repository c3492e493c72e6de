import type { Selectable } from 'kysely';
import {
  PUSH_CHANNEL,
  type SMTP_SECURITIES,
  type WebhookTemplate,
} from '../../contract/shapes/alert.ts';
import type { Database, Tx } from './database.ts';
import type { AlertChannelTable } from './schema.ts';

/** How an e-mail channel reaches its server. */
export interface EmailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof SMTP_SECURITIES)[number];
  /** '': the server asks for none. */
  readonly username: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** A channel that somebody has set up. Web push is none of them: it always exists. */
export type StoredChannel = StoredEmail | StoredWebhook;

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
  };
}

/** @returns by name */
export async function listChannels(db: Database | Tx): Promise<StoredChannel[]> {
  const rows = await db.selectFrom('alert_channels').selectAll().execute();
  return rows.map(channelOf).sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

export async function findChannel(
  db: Database | Tx,
  id: string,
): Promise<StoredChannel | undefined> {
  const row = await db
    .selectFrom('alert_channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && channelOf(row);
}

/** Writes a channel, over the one with its id. */
export async function saveChannel(tx: Tx, channel: StoredChannel, at: number): Promise<void> {
  const { id, kind, name, enabled, settings, secret } = channel;
  const settings_json = JSON.stringify(settings);
  const row = { kind, name, enabled: enabled ? 1 : 0, settings_json, secret };
  await tx
    .insertInto('alert_channels')
    .values({ id, ...row, created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function deleteChannel(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('alert_channels').where('id', '=', id).execute();
}

/** @returns ids of all channels, web push too */
export async function channelIds(db: Database | Tx): Promise<Set<string>> {
  const rows = await db.selectFrom('alert_channels').select('id').execute();
  return new Set([PUSH_CHANNEL, ...rows.map(({ id }) => id)]);
}

function channelOf(row: Selectable<AlertChannelTable>): StoredChannel {
  const { id, kind, name, secret } = row;
  const settings = JSON.parse(row.settings_json);
  // Written by `saveChannel` alone, so that kind and settings belong together.
  return { id, kind, name, enabled: Number(row.enabled) === 1, settings, secret } as StoredChannel;
}
