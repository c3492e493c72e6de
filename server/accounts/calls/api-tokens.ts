import type { FastifyInstance } from 'fastify';
import { INVISIBLE_CHARACTERS } from '../../../contract/limits.ts';
import { httpError } from '../../base/http-error.ts';
import { handle } from '../../http/handle.ts';
import type { AccountsNode } from '../sign-in.ts';

const ADDED_PER_ACCOUNT = { max: 40, windowMs: 60 * 60_000, keysMax: 10_000 };

/** An account's own API tokens; the call `account` lists them. */
export function apiTokenCalls(app: FastifyInstance, { tokens, limits }: AccountsNode): void {
  const added = limits.attempts('token added by account', ADDED_PER_ACCOUNT);
  handle(app, 'addToken', async ({ payload, account, request }) => {
    if (INVISIBLE_CHARACTERS.test(payload.name))
      throw httpError(400, 'name has invisible characters.');
    await added.count(account.id);
    const token = await tokens.add(account, payload);
    request.log.info({ account: account.id }, 'API token created');
    return { message: 'The token was created.', token };
  });
  handle(app, 'removeToken', async ({ params, account, request }) => {
    const name = await tokens.remove(account.id, params.id);
    request.log.info({ account: account.id }, 'API token removed');
    return { message: `${name} was removed.` };
  });
}
