import type { FastifyInstance } from 'fastify';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { handle } from '../../http/handle.ts';
import type { RelyingParties } from '../relying-party.ts';
import { hasAccounts } from '../rows/accounts.ts';

interface OptionDeps {
  readonly db: Database;
  readonly registration: Config['registration'];
  readonly oidc: SignInOptions['oidc'];
  readonly relyingParties: RelyingParties;
}

/** What the sign-in page may offer. */
export function signInOptionsCall(app: FastifyInstance, deps: OptionDeps): void {
  const { db, registration, oidc, relyingParties } = deps;
  handle(app, 'signInOptions', async ({ request }) => ({
    registration,
    firstAccount: !(await hasAccounts(db)),
    passkeyProblem: relyingParties.problem(request),
    oidc,
  }));
}
