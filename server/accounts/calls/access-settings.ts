import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../../contract/paths.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { AccessSettings } from '../../../contract/shapes/people.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import type { Database } from '../../database/database.ts';
import { handle } from '../../http/handle.ts';
import { isOpenToAll } from '../exposure.ts';
import { readAccessSettings, saveAccessSettings } from '../rows/access-settings.ts';
import type { AccountsNode } from '../sign-in.ts';

/** Who may come in: what the configuration says, and what admins decide. */
export function accessSettingsCalls(app: FastifyInstance, node: AccountsNode): void {
  const { config, db, journal, now, sessions } = node;
  const { registration, signUpRole } = config;
  // The client's secret stays in the configuration.
  const oidc = config.oidc && { name: config.oidc.name, issuer: config.oidc.issuer };
  /** What nobody can change in the console. */
  const configured = { registration, signUpRole, exposed: isOpenToAll(config), oidc };
  const read = async (from: Database): Promise<AccessSettings> => ({
    ...configured,
    ...(await readAccessSettings(from)),
  });

  handle(app, 'accessSettings', () => read(db));
  handle(app, 'changeAccessSettings', async ({ payload: { secondFactorFor, auditDays } }) => {
    const roles = ROLES.filter((role) => secondFactorFor.includes(role));
    await journal.commit(async (tx, emit) => {
      await saveAccessSettings(tx, { secondFactorFor: roles, auditDays });
      const detail = `second factor for: ${roles.join(', ') || 'nobody'}; audit log: ${auditDays} days`;
      await recordAudit(tx, { action: 'settings.changed', target: 'access', detail, at: now() });
      emit(keyOf('accessSettings'), 'replace', await read(tx));
    });
    // Some accounts may now have to set up a second factor before anything else.
    sessions.refresh();
    return { message: 'The settings are stored.' };
  });
}
