import type { AuditAction, AuditRow } from '../../../contract/shapes/audit.ts';
import { sizeText } from '../../domain/format.ts';

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'sign-in.done': 'Signed in',
  'sign-in.failed': 'Sign-in failed',
  'sign-in.ended': 'Signed out',
  'identity.confirmed': 'Identity confirmed',
  'identity.refused': 'Identity not confirmed',
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'account.deleted': 'Account deleted',
  'account.disabled': 'Account disabled',
  'account.enabled': 'Account enabled',
  'role.changed': 'Role changed',
  'password.changed': 'Password changed',
  'session.ended': 'Sessions ended',
  'second-factor.added': 'Second factor added',
  'second-factor.removed': 'Second factor removed',
  'recovery-codes.created': 'Recovery codes created',
  'recovery-code.used': 'Recovery code used',
  'token.created': 'API token created',
  'token.removed': 'API token removed',
  'invitation.created': 'Invitation created',
  'invitation.removed': 'Invitation removed',
  'settings.changed': 'Settings changed',
  'audit.pruned': 'Old rows of the audit log deleted',
  'bundle.uploaded': 'Bundle uploaded',
  'bundle.deployed': 'Bundle deployed',
  'bundle.cancelled': 'Deployment cancelled',
  'bundle.removed': 'Bundle removed',
  'display.approved': 'Display approved',
  'display.ordered': 'Display ordered to do something',
  'display.watched': 'Watch over a display changed',
  'display.revoked': 'Display revoked',
  'platform.added': 'Platform added',
  'platform.changed': 'Platform changed',
  'platform.paused': 'Platform paused',
  'platform.resumed': 'Platform resumed',
  'platform.ordered': 'Platforms put in order',
  'platform.removed': 'Platform removed',
  'platform.tested': 'Platform tested',
  'platform.witnessing': 'Witnesses agreed on',
  'key.acknowledged': 'New key of a platform accepted',
  'incident.opened': 'Incident opened',
  'incident.changed': 'Affected platforms changed',
  'incident.acknowledged': 'Incident acknowledged',
  'incident.released': 'Incident released',
  'incident.handed-over': 'Incident handed over',
  'incident.offered': 'Incident offered',
  'incident.commented': 'Comment on an incident',
  'drill.started': 'Drill started',
  'drill.ended': 'Drill ended',
  'maintenance.planned': 'Maintenance planned',
  'maintenance.changed': 'Maintenance changed',
  'maintenance.removed': 'Maintenance removed',
  'alert-channel.added': 'Alert channel added',
  'alert-channel.changed': 'Alert channel changed',
  'alert-channel.secret-changed': 'Webhook secret changed',
  'alert-channel.removed': 'Alert channel removed',
  'alert-rule.added': 'Alert rule added',
  'alert-rule.changed': 'Alert rule changed',
  'alert-rule.removed': 'Alert rule removed',
  'rota.changed': 'Rota changed',
  'handover-note.added': 'Handover note added',
  'handover-note.removed': 'Handover note removed',
  'mesh.synced': 'Mesh synced',
  'proof.started': 'Route66 proof started',
};

/** Attempts of somebody to be taken for somebody. */
const FAILURES: readonly string[] = ['sign-in.failed', 'identity.refused'] satisfies AuditAction[];

export const isFailure = ({ action }: Pick<AuditRow, 'action'>) => FAILURES.includes(action);

/** @returns what was done, in words; an action that is not known as the server calls it */
export const actionText = (action: string): string =>
  Object.hasOwn(ACTIONS, action) ? ACTIONS[action as AuditAction] : action;

/** Persons are most of them: a name alone is a person's. */
const KINDS: Readonly<Record<string, string>> = {
  person: '',
  token: 'by API token',
  display: 'display',
  nobody: 'not signed in',
  command: 'command on the machine',
  server: 'this server',
};

/** @returns what kind of actor it is, in words; '' for a person */
export const kindText = (kind: string): string =>
  (Object.hasOwn(KINDS, kind) ? KINDS[kind] : kind) ?? '';

/** A piece of a row's detail; of a hash the first letters, which is enough to compare. */
export interface DetailPart {
  readonly text: string;
  readonly hash?: string;
}

const HASH_SHOWN = 8;

/** @returns a detail with short hashes, and sizes that can be read */
export function splitDetail(detail: string): DetailPart[] {
  const sized = detail.replace(/\b(\d{4,}) bytes\b/g, (_, bytes) => sizeText(Number(bytes)));
  return sized
    .split(/\b([0-9a-f]{64})\b/)
    .map((text, i) =>
      i % 2 === 0 ? { text } : { text: `${text.slice(0, HASH_SHOWN)}…`, hash: text },
    );
}
