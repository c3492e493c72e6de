import { Box, Card, EmptyState } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import type { RowNames } from '../../shared/paged-rows.ts';
import type { OnExport } from '../../ui/export-buttons.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { OlderFailed, RowsBar, RowsPlaceholder, ShowOlder } from '../../ui/paged-rows.tsx';
import { type DataRead, ReadFailed, ReadNote, readTrouble } from '../../ui/read-state.tsx';
import { TimeFilter } from '../../ui/time-filter.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { AuditAbout } from './audit-about.tsx';
import {
  AUDIT_KINDS,
  type AuditFilter,
  type AuditSearch,
  isFiltered,
  parseAuditSearch,
} from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';
import type { AuditRows } from './use-audit.ts';

const NAMES: RowNames = { one: 'row', many: 'rows' };

const idOf = ({ id }: AuditRow) => String(id);

export interface AuditViewProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  /** Of the search, as of now. */
  filter: AuditFilter;
  audit: AuditRows;
  /** The newest rows without any filter, which are kept current. */
  read: DataRead<readonly AuditRow[]>;
  /** How many days rows are kept; undefined: not known. */
  days: number | undefined;
  onExport: OnExport;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who did what, newest first: filtered, read further back, exported. New rows move nothing while somebody reads. */
export function AuditView(props: AuditViewProps) {
  const { search, filter, audit, read, days, onExport, now } = props;
  const list = useRef<HTMLDivElement>(null);
  const isReading = useReading(list);
  const held = useHeldRows(audit.rows, idOf, isReading, JSON.stringify(search));
  return (
    <Card component="section" aria-label="Audit log" padding={0} style={{ overflow: 'visible' }}>
      <AuditAbout days={days} newest={read.data?.[0]} />
      <AuditFilters {...props} />
      <RowsBar
        paged={audit}
        names={NAMES}
        filtered={isFiltered(filter)}
        onExport={onExport}
        now={now}
      />
      {read.failure ? null : <OlderFailed paged={audit} names={NAMES} />}
      {read.data ? (
        <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
          <ReadNote read={read} now={now} />
        </Box>
      ) : null}
      <div ref={list}>
        <NewRowsButton count={held.newCount} of="row" onShow={held.showNew} />
        {held.shown.length === 0 ? (
          <NoRows {...props} />
        ) : (
          <AuditTable rows={held.shown} now={now} />
        )}
      </div>
      <ShowOlder paged={audit} names={NAMES} />
    </Card>
  );
}

function AuditFilters({ search, onSearch }: AuditViewProps) {
  const change = (more: AuditSearch) => onSearch(parseAuditSearch({ ...search, ...more }));
  return (
    <FilterBar
      placeholder="Name, target, detail or address"
      search={search}
      onSearch={(q) => change({ q })}
    >
      <FilterSelect
        label="Action"
        all="All actions"
        options={AUDIT_KINDS}
        value={search.action}
        onChange={(action) => change({ action })}
      />
      <TimeFilter search={search} onChange={change} />
    </FilterBar>
  );
}

function NoRows({ audit, filter, read }: AuditViewProps) {
  if (audit.state === 'searching' && !read.failure) return <RowsPlaceholder />;
  if (audit.state === 'failed' || read.failure)
    return (
      <ReadFailed
        text="The audit log could not be read"
        failure={read.failure ?? (audit.error instanceof Error ? audit.error : undefined)}
      />
    );
  return (
    <EmptyState
      title={isFiltered(filter) ? 'No rows match' : 'Nothing has been recorded'}
      description={isFiltered(filter) ? 'All rows on the server were searched.' : undefined}
      icon={<IconListSearch />}
    />
  );
}
