import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { SOVEREIGN_LEVELS } from '../../contract/limits.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { RegistrationPayloadSchema } from '../../contract/sent/account.ts';
import { passwordProblem } from '../accounts/factors/password-rules.ts';
import { createPasswords } from '../accounts/factors/passwords.ts';
import { changeDisabled, changeRole, requirePerson } from '../accounts/people.ts';
import {
  createAccount,
  findAccountByName,
  isNameTaken,
  setPasswordHash,
} from '../accounts/rows/accounts.ts';
import { eraseSecondFactors, listPeople } from '../accounts/rows/people.ts';
import { deleteSessionsOf } from '../accounts/rows/sessions.ts';
import { publishSessionMessage } from '../accounts/sessions/session-exchange.ts';
import { usernameProblem } from '../accounts/username-rules.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { ActionableError } from '../base/actionable-error.ts';
import { withActor } from '../base/actor.ts';
import { formatIssue } from '../base/zod-message.ts';
import { openBundleStore } from '../bundles/store/open-bundle-store.ts';
import { assertDatabaseKnown, assertDatabaseNotLost } from '../bundles/store/store-owner.ts';
import type { BundleStoreConfig } from '../config/bundle-store-config.ts';
import type { Database, DatabasePlace, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { PubSub } from '../database/pubsub.ts';
import { assertSqliteIn } from '../database/sqlite.ts';
import { openForCommand } from '../database/store.ts';

interface AccountCommandDeps {
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

/** Only the first account may come before its node. */
const OF_A_NODE = ['reset-password', 'make-admin', 'list'];

/**
 * `npm run account`: for whoever has the machine, also while the node runs. Every change is one transaction; a running node
 * notices it when it reads a session again, within half a minute.
 *
 * @returns what to print. @throws ActionableError with a sentence
 */
export async function runAccountCommand(args: string[], deps: AccountCommandDeps): Promise<string> {
  const { command, name, options } = parse(args);
  const { database, dataDir } = deps.place;
  if (OF_A_NODE.includes(command) && database === null) assertSqliteIn(dataDir);
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
      throw new ActionableError(USAGE);
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
    throw new ActionableError(reason.startsWith('Usage') ? reason : `${reason}\n${USAGE}`);
  }
}

function roleOf({ admin, role }: { admin?: boolean; role?: string }): Role {
  if (role === undefined) return admin ? 'admin' : 'operator';
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new ActionableError(`--role: one of ${ROLES.join(', ')}.`);
  if (admin && known !== 'admin') throw new ActionableError('Either --admin or --role.');
  return known;
}

async function add(deps: AccountCommandDeps, name: string, role: Role, email: string) {
  const { username: nameSchema, email: emailSchema } = RegistrationPayloadSchema.shape;
  const username = check(nameSchema, name, 'NAME');
  const wrong = usernameProblem(username);
  if (wrong !== undefined) throw new ActionableError(`NAME ${wrong}`);
  if (email !== '') check(emailSchema, email, '--email');
  const passwordHash = await readPasswordHash(deps, { username, email });
  return change(deps, async (tx, at) => {
    if (await isNameTaken(tx, username))
      throw new ActionableError(`The name ${username} is taken.`);
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
    const { id, username } = await requireAccount(tx, name);
    const person = await requirePerson(tx, id);
    await changeDisabled(tx, emitNothing, { person, by: null, at });
    await changeRole(tx, emitNothing, { person, role: 'admin', at });
    const enabled = person.disabledBy === null ? '' : ', and enabled again';
    return { accountId: id, message: `${username} is admin${enabled}.` };
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

async function requireAccount(db: Database, name: string) {
  const found = await findAccountByName(db, name);
  if (found === undefined) throw new ActionableError(`There is no account ${name}.`);
  return found.account;
}

async function readPasswordHash(
  { product, readPassword }: AccountCommandDeps,
  names: { username: string; email: string },
): Promise<string> {
  const password = await readPassword();
  const problem = passwordProblem(password, { ...names, product });
  if (problem !== undefined) throw new ActionableError(problem);
  return createPasswords().hash(password);
}

async function withDatabase<T>(
  { place }: AccountCommandDeps,
  work: (db: Database, publish: PubSub['publish']) => Promise<T>,
): Promise<T> {
  await assertDatabaseNotLost(place);
  const { db, publish, close } = await openForCommand(place);
  try {
    const files = await openBundleStore(place);
    await assertDatabaseKnown(db, files).finally(files.close);
    return await work(db, publish);
  } finally {
    await close();
  }
}

/** Only the process that numbers live messages may send them. */
const emitNothing: Emit = () => undefined;

/** Running instances read the account's sessions again. */
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
  if (!result.success) throw new ActionableError(formatIssue(result.error.issues, field));
  return result.data;
}
