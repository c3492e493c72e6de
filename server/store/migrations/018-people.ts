import { type Kysely, sql } from 'kysely';
import { idType, numbered } from './id-column.ts';

/**
 * Roles, second factors, invitations, API tokens, the audit log. The oldest account becomes admin, the others operators;
 * nobody is signed out, and nobody counts as having just proved who they are.
 */
export async function people(db: Kysely<unknown>): Promise<void> {
  await accounts(db);
  await sessions(db);
  await secondFactors(db);
  await waysIn(db);
  await audit(db);
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('accounts');
  await table()
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('operator'))
    .execute();
  for (const column of ['seen_at', 'disabled_at', 'deleted_at', 'totp_since', 'totp_step'])
    await table().addColumn(column, 'bigint').execute();
  await table().addColumn('totp_secret', 'text').execute();
  await sql`
    update accounts set seen_at =
      (select max(seen_at) from sessions where sessions.account_id = accounts.id)
  `.execute(db);
  await sql`
    update accounts set role = 'admin'
    where id = (select id from accounts order by created_at, id limit 1)
  `.execute(db);
}

async function sessions(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('sessions');
  await table()
    .addColumn('proven_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['user_agent', 'address'])
    await table()
      .addColumn(column, 'text', (one) => one.notNull().defaultTo(''))
      .execute();
  await db.schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute();
}

async function secondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports_json', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('synced', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'code_hash'])
    .execute();
  await db.schema
    .createTable('auth_challenges')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.references('accounts.id').onDelete('cascade'),
    )
    .addColumn('data_json', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function waysIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_by', 'text')
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('oidc_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('oidc_identities_key', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value_json', 'text', (column) => column.notNull())
    .execute();
}

async function audit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', idType(db), numbered(db))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_by_time').on('audit').column('at').execute();
}
