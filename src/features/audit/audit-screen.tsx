import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useServerNow } from '../../client/connection.ts';
import { useDisabledReason } from '../../client/permissions.ts';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import { Panel } from '../../ui/panel.tsx';
import { type AuditSearch, filterOf, parseAuditSearch } from './audit-search.ts';
import { AuditView } from './audit-view.tsx';
import { exportAudit } from './save-audit.ts';
import { useAudit } from './use-audit.ts';
import '../../ui/theme/late-styles.css';

const NOW_EVERY_MS = 5000;
const MINUTE_MS = 60_000;
const NOT_FOUND = 404;

interface AuditScreenProps {
  /** As it stands in the address. */
  address: object;
  onSearch: (search: AuditSearch) => void;
}

/** The audit log with its data; for others than admins, why they do not see it. */
export function AuditScreen(props: AuditScreenProps) {
  const reason = useDisabledReason('audit');
  if (reason === undefined) return <AuditWithData {...props} />;
  return (
    <Panel title="Audit log">
      <Text>{reason}</Text>
    </Panel>
  );
}

function AuditWithData({ address, onSearch }: AuditScreenProps) {
  const search = useMemo(() => parseAuditSearch({ ...address }), [address]);
  const read = useRead('audit');
  const days = useRead('accessSettings').data?.auditDays;
  const now = useServerNow(NOW_EVERY_MS);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const filter = useMemo(() => filterOf(search, minute), [search, minute]);
  const audit = useAudit(read.data, filter);
  useReady(!read.loading);
  if (read.failure?.status === NOT_FOUND) return <Text>This server keeps no audit log.</Text>;
  return (
    <AuditView
      {...{ search, onSearch, filter, audit, read, days, now }}
      onExport={(format, onProgress) =>
        exportAudit({ format, filter, shown: audit.rows, knownAt: read.at, onProgress })
      }
    />
  );
}
