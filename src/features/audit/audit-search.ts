import type * as z from 'zod/mini';
import type { AuditAction, AuditRow } from '../../../contract/shapes/audit.ts';
import type { PagedFilter } from '../../console/paged-rows.ts';
import { choiceOf, tableSearch, timeSpanOf } from '../../domain/table-search.ts';

type PartBeforeDot<Action> = Action extends `${infer Kind}.${string}` ? Kind : never;
type AuditKind = PartBeforeDot<AuditAction>;

/** The part of actions before the dot, or one whole action. */
export const AUDIT_KINDS: Readonly<Record<AuditKind | 'sign-in.failed', string>> = {
  'sign-in.failed': 'Failed sign-ins',
  'sign-in': 'Sign-ins',
  identity: 'Identity confirmed or not',
  account: 'Accounts',
  role: 'Roles',
  password: 'Passwords',
  session: 'Sessions ended',
  'second-factor': 'Second factors',
  'recovery-codes': 'Recovery codes created',
  'recovery-code': 'Recovery codes used',
  token: 'API tokens',
  invitation: 'Invitations',
  settings: 'Settings',
  bundle: 'Bundles',
  display: 'Displays',
  platform: 'Platforms',
  key: 'Keys of platforms',
  incident: 'Incidents',
  drill: 'Drills',
  maintenance: 'Maintenance',
  'alert-channel': 'Alert channels',
  'alert-rule': 'Alert rules',
  rota: 'Rota',
  'handover-note': 'Handover notes',
  mesh: 'Mesh',
  proof: 'Route66 proofs',
  audit: 'This log itself',
};

/** Which rows of the audit log are listed. */
export const auditSearch = tableSearch({ action: choiceOf(AUDIT_KINDS) });
export type AuditSearch = z.infer<typeof auditSearch>;

export interface AuditFilter extends PagedFilter {
  readonly action: keyof typeof AUDIT_KINDS | undefined;
}

/** @param now server time, epoch milliseconds */
export function filterOf(search: AuditSearch, now: number): AuditFilter {
  const { q, action } = search;
  return { q: q?.trim() || undefined, action, ...timeSpanOf(search, now) };
}

/** @returns whether a row is what is looked for, as the server would decide */
export function matchesAudit(row: AuditRow, { q, action, from, to }: AuditFilter): boolean {
  const { actor, target, detail, address } = row;
  const hasText = (text: string) => text.toLowerCase().includes((q ?? '').toLowerCase());
  return (
    (action === undefined || row.action === action || row.action.startsWith(`${action}.`)) &&
    (from === undefined || row.at >= from) &&
    (to === undefined || row.at < to) &&
    (q === undefined || [actor, target, detail, address].some(hasText))
  );
}
