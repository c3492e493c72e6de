import type { FastifyInstance } from 'fastify';
import { createPasswords } from './accounts/passwords.ts';
import type { Sessions } from './accounts/sessions.ts';
import { keepAudit } from './audit/audit-keeper.ts';
import { accessSettingsCalls } from './calls/access-settings.ts';
import { auditCalls } from './calls/audit.ts';
import { authCalls } from './calls/auth.ts';
import { invitationCalls } from './calls/invitations.ts';
import { loginCall } from './calls/login.ts';
import { peopleCalls } from './calls/people.ts';
import { registerCall } from './calls/register.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { isOpenToAll } from './exposure.ts';
import type { Database } from './store/database.ts';
import type { Journal } from './store/journal.ts';

interface PeopleDeps {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/** Registers the calls about who may come in and what they may do. */
export function registerPeopleCalls(app: FastifyInstance, deps: PeopleDeps): void {
  const { config, db, journal, now, sessions } = deps;
  const { sessionMs, registration, signUpRole } = config;
  const { product } = config.mesh;
  const passwords = createPasswords();
  const signIn = { journal, now, sessions, sessionMs };
  loginCall(app, { ...signIn, db, passwords });
  authCalls(app, signIn);
  registerCall(app, {
    ...{ ...signIn, db, passwords },
    ...{ registration, signUpRole, product },
  });
  invitationCalls(app, { db, journal, now, registration });
  peopleCalls(app, { db, journal, now, sessions });
  const configured = { registration, signUpRole, exposed: isOpenToAll(config), oidc: null };
  accessSettingsCalls(app, { db, journal, now, sessions, configured });
  auditCalls(app, { db });
  const audit = keepAudit({ db, journal, clock: deps.clock, log: app.log });
  app.addHook('onClose', () => audit.close());
}
