import { Box, Card, EmptyState, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { useServerNow } from '../../console/connection.ts';
import { useFilter } from '../../console/paged-rows.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { FilterBar, TIME } from '../../ui/filters.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { OlderFailed, RowsBar, RowsPlaceholder, ShowOlder } from '../../ui/paged-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { AuditAbout } from './audit-about.tsx';
import { AUDIT_KINDS, type AuditSearch, filterOf, parseAuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';
import { type AuditRows, exportAudit, useAudit } from './use-audit.ts';
import '../../ui/theme/late-styles.css';

const NAMES: RowNames = { one: 'row', many: 'rows' };
const FILTERS = {
  action: { label: 'Action', all: 'All actions', options: AUDIT_KINDS },
  time: TIME,
};

const idOf = ({ id }: AuditRow) => String(id);

interface AuditScreenProps {
  /** As it stands in the address. */
  address: object;
  onSearch: (search: AuditSearch) => void;
}

/** The audit log; for others than admins, why they do not see it. */
export function AuditScreen(props: AuditScreenProps) {
  const reason = useDisabledReason('audit');
  if (reason === undefined) return <Audit {...props} />;
  return (
    <Panel title="Audit log">
      <Text>{reason}</Text>
    </Panel>
  );
}

/** Who did what, newest first: filtered, read further back, exported. New rows move nothing while somebody reads. */
function Audit({ address, onSearch }: AuditScreenProps) {
  const { search, filter } = useFilter(address, parseAuditSearch, filterOf);
  const filtered = isFiltered(filter);
  const read = useRead('audit');
  const now = useServerNow();
  const audit = useAudit(read.data, filter);
  useReady(!read.loading);
  const list = useRef<HTMLDivElement>(null);
  const held = useHeldRows(audit.rows, idOf, useReading(list), JSON.stringify(search));
  if (isMissing(read)) return <Text>This server keeps no audit log.</Text>;
  return (
    <Card component="section" aria-label="Audit log" padding={0} style={{ overflow: 'visible' }}>
      <AuditAbout newest={read.data?.[0]} />
      <FilterBar
        placeholder="Name, target, detail or address"
        filters={FILTERS}
        search={search}
        onChange={(more) => onSearch(parseAuditSearch({ ...search, ...more }))}
      />
      <RowsBar
        paged={audit}
        names={NAMES}
        filtered={filtered}
        onExport={(way) => exportAudit({ ...way, filter, shown: audit.rows, knownAt: read.at })}
        now={now}
      />
      {read.failure ? null : <OlderFailed paged={audit} names={NAMES} />}
      {read.data ? (
        <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
          <ReadNote read={read} />
        </Box>
      ) : null}
      <div ref={list}>
        <NewRowsButton count={held.newCount} of="row" onShow={held.showNew} />
        {held.shown.length === 0 ? (
          <NoRows audit={audit} read={read} filtered={filtered} />
        ) : (
          <AuditTable rows={held.shown} now={now} />
        )}
      </div>
      <ShowOlder paged={audit} names={NAMES} />
    </Card>
  );
}

interface NoRowsProps {
  audit: AuditRows;
  read: ReadState;
  filtered: boolean;
}

function NoRows({ audit, read, filtered }: NoRowsProps) {
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
      title={filtered ? 'No rows match' : 'Nothing has been recorded'}
      description={filtered ? 'All rows on the server were searched.' : undefined}
      icon={<IconListSearch />}
    />
  );
}
