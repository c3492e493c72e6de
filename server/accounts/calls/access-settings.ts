import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../../contract/paths.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { AccessSettings } from '../../../contract/shapes/people.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import type { Database } from '../../database/database.ts';
import type { NodeBase } from '../../feature.ts';
import { handle } from '../../http/handle.ts';
import { readAccessSettings, saveAccessSettings } from '../rows/access-settings.ts';
import type { Sessions } from '../sessions/sessions.ts';

interface AccessSettingsDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly sessions: Sessions;
  /** What the configuration says, which nobody can change in the console. */
  readonly configured: Pick<AccessSettings, 'registration' | 'signUpRole' | 'exposed' | 'oidc'>;
}

/** Who may come in: what the configuration says, and what admins decide. */
export function accessSettingsCalls(app: FastifyInstance, deps: AccessSettingsDeps): void {
  const { db, journal, now, sessions, configured } = deps;
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
