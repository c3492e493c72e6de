import type { FastifyInstance } from 'fastify';
import { INVISIBLE_CHARACTERS } from '../../contract/limits.ts';
import { type ApiTokens, TOKENS_MAX } from '../accounts/api-tokens.ts';
import type { Limits } from '../accounts/limits.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';

interface ApiTokenCallsDeps {
  readonly tokens: ApiTokens;
  readonly limits: Limits;
}

const ADDED_PER_ACCOUNT = { max: 40, windowMs: 60 * 60_000, keysMax: 10_000 };

/** An account's own API tokens; the call `account` lists them. */
export function apiTokenCalls(app: FastifyInstance, { tokens, limits }: ApiTokenCallsDeps): void {
  const added = limits.attempts('token added by account', ADDED_PER_ACCOUNT);
  handle(app, 'addToken', async ({ payload, account, request }) => {
    if (INVISIBLE_CHARACTERS.test(payload.name))
      throw httpError(400, 'name has invisible characters.');
    await added.count(account.id);
    const outcome = await tokens.add(account, payload);
    if ('token' in outcome) {
      request.log.info({ account: account.id }, 'API token created');
      return { message: 'The token was created.', token: outcome.token };
    }
    if (outcome.problem === 'role')
      throw httpError(400, `A token cannot have a higher role than yours, ${account.role}.`);
    throw httpError(409, `You have ${TOKENS_MAX} tokens, the most: remove one first.`);
  });
  handle(app, 'removeToken', async ({ params, account, request }) => {
    const name = await tokens.remove(account.id, params.id);
    if (name === undefined) throw httpError(404, 'There is no such token.');
    request.log.info({ account: account.id }, 'API token removed');
    return { message: `${name} was removed.` };
  });
}
