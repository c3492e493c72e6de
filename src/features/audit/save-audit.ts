import { AUDIT } from '../../../contract/limits.ts';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import type { TableFormat } from '../../client/export-table.ts';
import { exportMatching } from '../../client/paged-rows.ts';
import { isoText } from '../../shared/iso-time.ts';
import { AUDIT_KINDS, type AuditFilter } from './audit-search.ts';

/** All that a row's hash is made of, but the hash before it: that is of the row with the next smaller id. */
const COLUMNS = [
  { key: 'id' },
  { key: 'at', isTime: true },
  { key: 'action' },
  { key: 'actor' },
  { key: 'actorKind' },
  { key: 'target' },
  { key: 'detail' },
  { key: 'address' },
  { key: 'hash' },
];

interface AuditExport {
  readonly format: TableFormat;
  readonly filter: AuditFilter;
  /** Rows on the screen, and of when those are that this console knows. */
  readonly shown: readonly AuditRow[];
  readonly knownAt: number | undefined;
  readonly onProgress: (rows: number) => void;
}

/** Saves every row that matches as a file, newest first. Without the server these are the rows on the screen. */
export function exportAudit({ shown, filter, ...order }: AuditExport): Promise<void> {
  return exportMatching<AuditRow>({
    ...order,
    call: 'audit',
    name: 'audit rows',
    columns: COLUMNS,
    filter,
    limit: AUDIT.pageMax,
    known: shown,
    filterText: filterText(filter),
  });
}

/** @returns what is looked for, in words */
function filterText({ q, action, from, to }: AuditFilter): string {
  const parts = [
    q && `text “${q}”`,
    action && `action ${AUDIT_KINDS[action]}`,
    from !== undefined && `from ${isoText(from)}`,
    to !== undefined && `before ${isoText(to)}`,
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}
