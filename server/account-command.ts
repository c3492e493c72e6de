import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { INVISIBLE_CHARACTERS, SOVEREIGN_LEVELS } from '../contract/limits.ts';
import { ROLES, type Role } from '../contract/roles.ts';
import { RegistrationPayloadSchema } from '../contract/sent/account.ts';
import { passwordProblem } from './accounts/password-rules.ts';
import { createPasswords } from './accounts/passwords.ts';
import { publishSessionMessage } from './accounts/session-exchange.ts';
import { withActor } from './audit/actor.ts';
import type { BundleStoreConfig } from './bundles/bundle-store-config.ts';
import { openBundleStore } from './bundles/store/open-bundle-store.ts';
import { assertDatabaseKnown } from './bundles/store/store-owner.ts';
import { formatIssue } from './http/zod-message.ts';
import {
  createAccount,
  findAccountByName,
  isNameTaken,
  setPasswordHash,
} from './store/accounts.ts';
import { recordAudit } from './store/audit.ts';
import type { Database, DatabasePlace, Tx } from './store/database.ts';
import {
  eraseSecondFactors,
  findPerson,
  listPeople,
  setDisabled,
  setRole,
} from './store/people.ts';
import type { PubSub } from './store/pubsub.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import { openForCommand } from './store/store.ts';

/** What a person at the machine can change, or a sentence that says what is wrong. */
export class AccountCommandError extends Error {
  override readonly name = 'AccountCommandError';
}

export interface AccountCommandDeps {
  readonly place: DatabasePlace & { readonly bundleStore: BundleStoreConfig };
  /** Name of the product, which is no password. */
  readonly product: string;
  readonly now: () => number;
  /** Of the system, for the audit log. */
  readonly systemUser: string;
  readonly readPassword: () => Promise<string>;
}

const USAGE = `Usage:
  npm run account -- add NAME [--admin | --role viewer|operator|admin] [--email ADDRESS]
  npm run account -- reset-password NAME [--second-factor]
  npm run account -- make-admin NAME
  npm run account -- list`;

const OPTIONS = {
  admin: { type: 'boolean' },
  role: { type: 'string' },
  email: { type: 'string' },
  'second-factor': { type: 'boolean' },
} as const;

/**
 * `npm run account`: for whoever has the machine, also while the node runs. Every change is one transaction; a running node
 * notices it when it reads a session again, within half a minute.
 *
 * @returns what to print. @throws AccountCommandError with a sentence
 */
export async function runAccountCommand(args: string[], deps: AccountCommandDeps): Promise<string> {
  const { command, name, options } = parse(args);
  switch (command) {
    case 'add':
      return add(deps, name, roleOf(options), options.email ?? '');
    case 'reset-password':
      return resetPassword(deps, name, options['second-factor'] ?? false);
    case 'make-admin':
      return makeAdmin(deps, name);
    case 'list':
      return withDatabase(deps, (db) => list(db, deps.now()));
    default:
      throw new AccountCommandError(USAGE);
  }
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [command = '', name, ...more] = positionals;
    if (more.length > 0 || (name === undefined) !== (command === 'list')) throw new Error(USAGE);
    return { command, name: name ?? '', options: values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AccountCommandError(reason.startsWith('Usage') ? reason : `${reason}\n${USAGE}`);
  }
}

function roleOf({ admin, role }: { admin?: boolean; role?: string }): Role {
  if (role === undefined) return admin ? 'admin' : 'operator';
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new AccountCommandError(`--role: one of ${ROLES.join(', ')}.`);
  if (admin && known !== 'admin') throw new AccountCommandError('Either --admin or --role.');
  return known;
}

async function add(deps: AccountCommandDeps, name: string, role: Role, email: string) {
  const { username: nameSchema, email: emailSchema } = RegistrationPayloadSchema.shape;
  const username = check(nameSchema, name, 'NAME');
  if (INVISIBLE_CHARACTERS.test(username))
    throw new AccountCommandError('NAME has invisible characters.');
  if (email !== '') check(emailSchema, email, '--email');
  const passwordHash = await readPasswordHash(deps, { username, email });
  return change(deps, async (tx, at) => {
    if (await isNameTaken(tx, username))
      throw new AccountCommandError(`The name ${username} is taken.`);
    const [sovereignLevel] = SOVEREIGN_LEVELS;
    const account = { id: randomUUID(), username, email, sovereignLevel, role };
    await createAccount(tx, { ...account, passwordHash, at });
    await recordAudit(tx, { action: 'account.created', target: username, detail: role, at });
    return { accountId: account.id, message: `${username} is ${role} and can sign in now.` };
  });
}

async function resetPassword(deps: AccountCommandDeps, name: string, withSecondFactor: boolean) {
  const { username, email } = await withDatabase(deps, (db) => requireAccount(db, name));
  const passwordHash = await readPasswordHash(deps, { username, email });
  return change(deps, async (tx, at) => {
    const { id } = await requireAccount(tx, name);
    await setPasswordHash(tx, id, passwordHash);
    await recordAudit(tx, { action: 'password.changed', target: username, at });
    const ended = await deleteSessionsOf(tx, id);
    const detail = `all (${ended})`;
    await recordAudit(tx, { action: 'session.ended', target: username, detail, at });
    const removed = withSecondFactor && (await eraseSecondFactors(tx, id));
    if (removed) await recordAudit(tx, { action: 'second-factor.removed', target: username, at });
    const without = removed ? ' and without a second factor' : '';
    const message = `${username} has a new password${without}, and is signed out everywhere within 30 seconds.`;
    return { accountId: id, message };
  });
}

async function makeAdmin(deps: AccountCommandDeps, name: string) {
  return change(deps, async (tx, at) => {
    const { id, username, role } = await requireAccount(tx, name);
    const disabled = (await findPerson(tx, id))?.disabled ?? false;
    if (disabled) {
      await setDisabled(tx, id, null);
      await recordAudit(tx, { action: 'account.enabled', target: username, at });
    }
    if (role !== 'admin') {
      await setRole(tx, id, 'admin');
      const detail = `${role} to admin`;
      await recordAudit(tx, { action: 'role.changed', target: username, detail, at });
    }
    return {
      accountId: id,
      message: `${username} is admin${disabled ? ', and enabled again' : ''}.`,
    };
  });
}

async function list(db: Database, now: number): Promise<string> {
  const people = await listPeople(db, now);
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString());
  const rows = people.map((one) => [
    ...[one.username, one.role, one.source],
    one.secondFactor ? 'second factor' : 'password only',
    `seen ${day(one.lastSeenAt)}`,
    ...(one.disabledAt === null ? [] : [`disabled ${day(one.disabledAt)}`]),
  ]);
  const count = rows.length === 1 ? '1 account' : `${rows.length} accounts`;
  return [...rows.map((row) => row.join('  ')), count].join('\n');
}

async function requireAccount(db: Database | Tx, name: string) {
  const found = await findAccountByName(db, name);
  if (found === undefined) throw new AccountCommandError(`There is no account ${name}.`);
  return found.account;
}

async function readPasswordHash(
  { product, readPassword }: AccountCommandDeps,
  names: { username: string; email: string },
): Promise<string> {
  const password = await readPassword();
  const problem = passwordProblem(password, { ...names, product });
  if (problem !== undefined) throw new AccountCommandError(problem);
  return createPasswords().hash(password);
}

async function withDatabase<T>(
  { place }: AccountCommandDeps,
  work: (db: Database, publish: PubSub['publish']) => Promise<T>,
): Promise<T> {
  const { db, publish, close } = await openForCommand(place);
  try {
    const files = await openBundleStore(place);
    await assertDatabaseKnown(db, files).finally(files.close);
    return await work(db, publish);
  } finally {
    await close();
  }
}

/** Sends no live messages: only the process that numbers them may. Running instances read the account's sessions again. */
const change = (
  deps: AccountCommandDeps,
  work: (tx: Tx, at: number) => Promise<{ readonly accountId: string; readonly message: string }>,
) =>
  withDatabase(deps, async (db, publish) => {
    const actor = { accountId: null, name: deps.systemUser, kind: 'command', address: '' } as const;
    const { accountId, message } = await withActor(actor, () =>
      db.transaction().execute((tx) => work(tx, deps.now())),
    );
    await publishSessionMessage({ publish }, { kind: 'refreshed', accountId });
    return message;
  });

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, field: string) {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (!result.success) throw new AccountCommandError(formatIssue(result.error.issues, field));
  return result.data;
}
