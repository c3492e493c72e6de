import { MINUTE_MS } from '../../contract/limits.ts';
import type { AuditRow } from '../../contract/shapes/audit.ts';
import { LONG_TEXT, LONG_WORD, NOW } from './samples.ts';

const row = (id: number, more: Partial<AuditRow>): AuditRow => ({
  id,
  at: NOW - (1000 - id) * MINUTE_MS,
  action: 'sign-in.done',
  actor: 'ada',
  actorKind: 'person',
  address: '192.0.2.7',
  target: '',
  detail: '',
  hash: id.toString(16).padStart(64, '0'),
  ...more,
});

/** Newest first: each kind of actor, failures, an action of a newer server. */
export const AUDIT_ROWS: readonly AuditRow[] = [
  row(999, { action: 'role.changed', target: 'grace', detail: 'viewer to operator' }),
  row(998, {
    action: 'sign-in.failed',
    actor: '',
    actorKind: 'nobody',
    target: 'ada',
    detail: 'wrong password',
    address: '2001:db8::8a2e:370:7334',
  }),
  row(997, { action: 'identity.refused', actor: 'grace', detail: 'code' }),
  row(996, {
    action: 'bundle.deployed',
    actorKind: 'token',
    target: 'alpha.zip',
    detail: 'bundle 12; API token: release robot',
  }),
  row(995, {
    action: 'incident.acknowledged',
    actor: 'lobby',
    actorKind: 'display',
    target: 'Archive',
  }),
  row(994, { action: 'password.changed', actorKind: 'command', target: 'grace', address: '' }),
  row(993, {
    action: 'audit.pruned',
    actor: '',
    actorKind: 'server',
    address: '',
    detail: '12 rows up to number 40, 00ab',
  }),
  row(992, { action: 'teapot.filled', actorKind: 'robot', target: 'kitchen' }),
  row(991, {
    action: 'settings.changed',
    target: 'access',
    detail: 'registration: "open" → "invite", auditDays: 365 → 730',
  }),
  row(990, {}),
];

export const LONG_AUDIT_ROW = row(989, {
  action: `long.${LONG_WORD}`,
  actor: LONG_WORD,
  target: LONG_WORD,
  detail: `${LONG_WORD} ${LONG_TEXT}`,
});

/** Newest first. */
export const auditRows = (count: number): AuditRow[] =>
  Array.from({ length: count }, (_, index) =>
    row(count - index, { action: 'bundle.uploaded', target: `bundle-${count - index}.zip` }),
  );
