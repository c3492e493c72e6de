import { useMemo, useState } from 'react';
import { AUDIT } from '../../../contract/account-limits.ts';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { columnsOf } from '../../console/export-table.ts';
import { exportOf, pagesById, usePages } from '../../console/paged-rows.ts';
import { filterText, type PagedRows } from '../../domain/paged-rows.ts';
import { AUDIT_KINDS, type AuditFilter, matchesAudit } from './audit-search.ts';

/** Newest first. */
export type AuditRows = PagedRows<AuditRow>;

const NOTHING: readonly AuditRow[] = [];

/**
 * The rows of the audit log that match, asked of the server page by page. What this console knows already is shown
 * meanwhile, and when the server cannot be asked.
 *
 * @param newest rows without any filter, read again and again; undefined until read
 */
export function useAudit(newest: readonly AuditRow[] | undefined, filter: AuditFilter): AuditRows {
  const { known, since } = useKnown(newest ?? NOTHING);
  const {
    read = NOTHING,
    next: _,
    canRead: __,
    ...pages
  } = usePages<AuditRow, number>({
    key: ['audit', since],
    filter,
    pages: pagesById('audit', filter, AUDIT.pageDefault),
  });
  const rows = useMemo(
    () => joinRows(known, read).filter((row) => matchesAudit(row, filter)),
    [known, read, filter],
  );
  return { ...pages, rows };
}

interface Known {
  readonly newest: readonly AuditRow[];
  /** The newest rows of each time that they were read. */
  readonly known: readonly AuditRow[];
  /** Id of the newest row when `known` began. */
  readonly since: number | undefined;
}

/**
 * Adds the newest rows to those of before as long as nothing is missing between them. If something is, the pages have to be
 * read anew: a log with a hole would hide what happened.
 */
function useKnown(newest: readonly AuditRow[]): Known {
  const [state, setState] = useState<Known>({ newest: NOTHING, known: NOTHING, since: undefined });
  if (newest === state.newest) return state;
  const next = nextKnown(state, newest);
  setState(next);
  return next;
}

/** A page that is open for months keeps no more than this, and reads the rest anew. */
const KNOWN_MAX = 2000;

/** @returns what is known once the newest rows have been read again */
export function nextKnown({ known, since }: Known, newest: readonly AuditRow[]): Known {
  const first = known[0]?.id;
  const last = newest.at(-1)?.id;
  const isJoined = first !== undefined && last !== undefined && last <= first;
  if (isJoined && known.length < KNOWN_MAX)
    return { newest, known: joinRows(newest, known), since };
  return { newest, known: newest, since: newest[0]?.id };
}

/** @param newer may have rows that the older ones have too */
function joinRows(newer: readonly AuditRow[], older: readonly AuditRow[]): readonly AuditRow[] {
  const ids = new Set(newer.map(({ id }) => id));
  const all = [...newer, ...older.filter(({ id }) => !ids.has(id))];
  return all.toSorted((a, b) => b.id - a.id);
}

/** All that a row's hash is made of, but the hash before it: that is of the row with the next smaller id. */
const COLUMNS = columnsOf(
  ['id', 'at', 'action', 'actor', 'actorKind', 'target', 'detail', 'address', 'hash'],
  ['at'],
);

/**
 * @param known rows on the screen, and of when those are that this console knows
 * @returns what saves every row that matches as a file, newest first. Without the server these are the rows on the screen.
 */
export function exportAudit(
  filter: AuditFilter,
  known: readonly AuditRow[],
  knownAt: number | undefined,
) {
  const { q, action } = filter;
  return exportOf<AuditRow, number>({
    ...{ known, knownAt },
    name: 'audit rows',
    columns: COLUMNS,
    pages: pagesById('audit', filter, AUDIT.pageMax),
    filter: filterText(q, [action && `action ${AUDIT_KINDS[action]}`], filter),
  });
}
