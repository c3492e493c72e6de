import { Box, Group, Text } from '@mantine/core';
import { memo } from 'react';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { clockText, momentText } from '../../domain/moment.ts';
import table from '../../ui/card-table.module.css';
import { CardTable } from '../../ui/card-table.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import styles from './audit.module.css';
import { actionText, type DetailPart, detailParts, isFailure, kindText } from './audit-text.ts';

const COLUMNS = [
  { name: 'When', className: styles.when },
  { name: 'Who', className: styles.who },
  { name: 'What', className: styles.what },
  { name: 'Target', className: styles.target },
  { name: 'Detail', className: styles.detail },
  { name: 'From', className: styles.from },
];

interface AuditTableProps {
  rows: readonly AuditRow[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Rows of the audit log: a table where there is room, cards on a phone. */
export function AuditTable({ rows, now }: AuditTableProps) {
  return (
    <Box mt="xs">
      <CardTable columns={COLUMNS}>
        {rows.map((row) => (
          <Row key={row.id} row={row} clock={clockText(row.at, now)} />
        ))}
      </CardTable>
    </Box>
  );
}

interface RowProps {
  row: AuditRow;
  /** A text, so that a row is rendered again only when it is another. */
  clock: string;
}

const Row = memo(function Row({ row, clock }: RowProps) {
  const { id, at, action, target, detail, address } = row;
  return (
    <tr className={`${table.row} ${styles.row}`} data-row={id}>
      <td className={styles.when}>
        <time dateTime={new Date(at).toISOString()} title={momentText(at, true)}>
          {clock}
        </time>
      </td>
      <td className={styles.who}>
        <Who row={row} />
      </td>
      <th scope="row" className={styles.what}>
        <Group gap="xs" wrap="nowrap">
          {isFailure(row) ? <SeverityMark severity="warning" /> : null}
          <Text span inherit fw={500}>
            {actionText(action)}
          </Text>
        </Group>
      </th>
      <td className={styles.target}>{target}</td>
      <td className={styles.detail}>{detailParts(detail).map(detailPart)}</td>
      <td className={styles.from}>{address}</td>
    </tr>
  );
});

const detailPart = ({ text, hash }: DetailPart, place: number) =>
  hash ? (
    <button
      key={String(place)}
      type="button"
      className={styles.hash}
      title={hash}
      aria-label={`Copy SHA-256 ${text}`}
      onClick={() => void copyText(hash, 'Copied SHA-256')}
    >
      {text}
    </button>
  ) : (
    text
  );

function Who({ row: { actor, actorKind } }: Pick<RowProps, 'row'>) {
  return (
    <>
      {actor}{' '}
      <Text span size="xs" c="dimmed">
        {kindText(actorKind)}
      </Text>
    </>
  );
}
