import { Anchor, Button, Code, Group, Text } from '@mantine/core';
import { IconFingerprint, IconListSearch } from '@tabler/icons-react';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { useTableSearch } from '../../console/paged-rows.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { countText, isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TIME } from '../../ui/filters.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, type ReadState } from '../../ui/read-state.tsx';
import { TableScreen } from '../../ui/table-screen/table-screen.tsx';
import { useTable } from '../../ui/table-screen/use-table.ts';
import wrapping from '../../ui/wrapping-buttons.module.css';
import styles from './audit.module.css';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AUDIT_KINDS, type AuditSearch, auditSearch, filterOf } from './audit-search.ts';
import { type AuditRows, exportAudit, useAudit } from './use-audit.ts';
import '../../ui/theme/late-styles.css';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { momentText } from '../../domain/moment.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { LazyPopover } from '../../ui/lazy-popup.tsx';

const NAMES: RowNames = { one: 'row', many: 'rows' };
const FILTERS = {
  action: { label: 'Action', all: 'All actions', options: AUDIT_KINDS },
  time: TIME,
};

/** In pixels, of one line. */
const ROW_HEIGHT = 45;

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
  const { search, filter, list } = useTableSearch(address, auditSearch, filterOf);
  const filtered = isFiltered(filter);
  const read = useRead('audit');
  const source = useAudit(read.data, filter);
  const table = useTable({ rows: source.rows, idOf, list });
  useReady(!read.loading);
  if (isMissing(read)) return <Text>This server keeps no audit log.</Text>;
  return (
    <TableScreen
      label="Audit log"
      about={<AuditAbout newest={read.data?.[0]} />}
      placeholder="Name, target, detail or address"
      filters={FILTERS}
      search={search}
      onChange={(more) => onSearch(auditSearch.parse({ ...search, ...more }))}
      {...{ source, read, table }}
      names={NAMES}
      countText={countText(source, filtered, NAMES)}
      columns={AUDIT_COLUMNS}
      className={styles.row}
      rowHeight={ROW_HEIGHT}
      exportOf={exportAudit(filter, source.rows, read.at)}
      empty={<NoRows audit={source} read={read} filtered={filtered} />}
    />
  );
}

interface NoRowsProps {
  audit: AuditRows;
  read: ReadState;
  filtered: boolean;
}

function NoRows({ audit, read, filtered }: NoRowsProps) {
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

/**
 * How long rows stay, and how it is noticed that somebody changed or removed one.
 *
 * @param newest undefined: none is known
 */
function AuditAbout({ newest }: { newest: AuditRow | undefined }) {
  const days = useReadData('accessSettings')?.auditDays;
  const [opened, { open, close }] = useDisclosure();
  return (
    <Group justify="space-between" gap="xs" px="md" pt="sm" className={wrapping.area ?? ''}>
      <Text size="sm" c="dimmed" flex="1 1 20rem">
        Rows are kept for <span className={styles.days}>{days?.toLocaleString() ?? '…'}</span> days
        (
        <Anchor component={Link} to="/people" inherit underline="always">
          access settings
        </Anchor>
        ). Each row holds the hash of the row before it:{' '}
        <Code className={styles.code ?? ''}>npm run verify-audit</Code> on the machine of the server
        finds a row that was changed or removed.
      </Text>
      <LazyPopover
        opened={opened}
        onChange={(next) => (next ? open() : close())}
        position="bottom-end"
        width="min(26rem, calc(100vw - 2rem))"
        trapFocus
        button={
          <Button
            size="xs"
            disabled={newest === undefined}
            leftSection={<IconFingerprint size="0.875rem" aria-hidden="true" />}
          >
            Hash of the newest row
          </Button>
        }
      >
        {newest ? (
          <CopyField
            label="Hash of the newest row"
            value={newest.hash}
            description={`Row ${newest.id}, ${momentText(newest.at, true)}. Note it at another place: with --head HASH the check fails when this row is gone.`}
          />
        ) : null}
      </LazyPopover>
    </Group>
  );
}
