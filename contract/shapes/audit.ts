import * as z from 'zod/mini';

/** What is recorded, as `<what>.<how>`. */
const AUDIT_ACTIONS = [
  'sign-in.done',
  'sign-in.failed',
  'sign-in.ended',
  'identity.confirmed',
  'identity.refused',
  'account.created',
  'account.changed',
  'account.deleted',
  'account.disabled',
  'account.enabled',
  'role.changed',
  'password.changed',
  'session.ended',
  'second-factor.added',
  'second-factor.removed',
  'recovery-codes.created',
  'recovery-code.used',
  'token.created',
  'token.removed',
  'invitation.created',
  'invitation.removed',
  'settings.changed',
  'audit.pruned',
  'bundle.uploaded',
  'bundle.deployed',
  'bundle.cancelled',
  'bundle.removed',
  'display.approved',
  'display.ordered',
  'display.watched',
  'display.revoked',
  'platform.added',
  'platform.changed',
  'platform.paused',
  'platform.resumed',
  'platform.ordered',
  'platform.removed',
  'platform.tested',
  'platform.witnessing',
  'key.acknowledged',
  'incident.opened',
  'incident.changed',
  'incident.acknowledged',
  'incident.released',
  'incident.handed-over',
  'incident.offered',
  'incident.commented',
  'drill.started',
  'drill.ended',
  'maintenance.planned',
  'maintenance.changed',
  'maintenance.removed',
  'alert-channel.added',
  'alert-channel.changed',
  'alert-channel.secret-changed',
  'alert-channel.removed',
  'alert-rule.added',
  'alert-rule.changed',
  'alert-rule.removed',
  'rota.changed',
  'handover-note.added',
  'handover-note.removed',
  'mesh.synced',
  'proof.started',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const AuditRowSchema = z.looseObject({
  id: z.number(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** One of `AUDIT_ACTIONS`; a newer server may have more. */
  action: z.string(),
  /** Name of who did it; '' if nobody was signed in. */
  actor: z.string(),
  /** person, token, display, nobody (not signed in), command (on the machine itself), server. */
  actorKind: z.string(),
  /** Network address of who did it; '' for the server itself. */
  address: z.string(),
  /** What it was done to, by name. */
  target: z.string(),
  /** What changed, as a text. */
  detail: z.string(),
  /** SHA-256 of this row and the hash of the row before it, hexadecimal. */
  hash: z.string(),
});
export type AuditRow = z.infer<typeof AuditRowSchema>;

/** Newest first. */
export const AuditListSchema = z.array(AuditRowSchema);
