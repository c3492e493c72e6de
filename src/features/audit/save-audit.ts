import { AUDIT } from '../../../contract/limits.ts';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import type { TableExport } from '../../console/export-table.ts';
import { exportMatching, pagesById } from '../../console/paged-rows.ts';
import { filterText } from '../../domain/paged-rows.ts';
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

interface AuditExport extends Pick<TableExport, 'format' | 'onProgress'> {
  readonly filter: AuditFilter;
  /** Rows on the screen, and of when those are that this console knows. */
  readonly shown: readonly AuditRow[];
  readonly knownAt: number | undefined;
}

/** Saves every row that matches as a file, newest first. Without the server these are the rows on the screen. */
export function exportAudit({ shown, filter, ...order }: AuditExport): Promise<void> {
  const { q, action } = filter;
  return exportMatching<AuditRow, number>({
    ...order,
    name: 'audit rows',
    columns: COLUMNS,
    pages: pagesById('audit', filter, AUDIT.pageMax),
    known: shown,
    filter: filterText(q, [action && `action ${AUDIT_KINDS[action]}`], filter),
  });
}
