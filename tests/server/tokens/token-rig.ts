import type { Updateable } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../../server/database/schema.ts';
import type { TestServer } from '../start-server.ts';

export interface Person {
  readonly cookie: string;
  readonly username: string;
}

/** Adds an API token for somebody who has just signed in. @returns the token */
export async function addToken(
  server: TestServer,
  { cookie }: Person,
  json: { name?: string; role?: string; days?: number } = {},
): Promise<string> {
  const answer = await server.call('/api/account/tokens', {
    cookie,
    json: { name: 'script', role: 'viewer', days: 1, ...json },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Calls with a token and nothing else. */
export const callWith = (
  server: TestServer,
  token: string,
  path: string,
  options: Parameters<TestServer['call']>[1] = {},
) => server.call(path, { ...options, headers: { ...bearer(token), ...options.headers } });

/** Changes the row of an account as another process would. */
export async function changeAccount(
  { node }: TestServer,
  { username }: Person,
  change: Updateable<Tables['accounts']>,
): Promise<string> {
  const { id } = await node.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await node.journal.commit(async (tx) => {
    await tx.updateTable('accounts').set(change).where('id', '=', id).execute();
  });
  return id;
}
