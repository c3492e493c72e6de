import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { handle } from '../http/handle.ts';
import type { RelyingParties } from '../http/relying-party.ts';

interface OptionDeps {
  readonly registration: Config['registration'];
  readonly relyingParties: RelyingParties;
}

/** What the sign-in page may offer. */
export function signInOptionsCall(app: FastifyInstance, deps: OptionDeps): void {
  const { registration, relyingParties } = deps;
  handle(app, 'signInOptions', ({ request }) => ({
    registration,
    passkeyProblem: relyingParties.problem(request),
    oidc: null,
  }));
}
