import { Group, Text } from '@mantine/core';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { useTimeText } from '../../console/connection.ts';
import { clockText, momentText } from '../../domain/moment.ts';
import type { TableColumn } from '../../ui/card-table.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import styles from './audit.module.css';
import { actionText, type DetailPart, isFailure, kindText, splitDetail } from './audit-text.ts';

export const AUDIT_COLUMNS: readonly TableColumn<AuditRow>[] = [
  { name: 'When', className: styles.when, cell: ({ at }) => <When at={at} /> },
  {
    name: 'Who',
    className: styles.who,
    cell: ({ actor, actorKind }) => (
      <>
        {actor}{' '}
        <Text span size="xs" c="dimmed">
          {kindText(actorKind)}
        </Text>
      </>
    ),
  },
  {
    name: 'What',
    className: styles.what,
    isHeader: true,
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        {isFailure(row) ? <SeverityMark severity="warning" /> : null}
        <Text span inherit fw={500}>
          {actionText(row.action)}
        </Text>
      </Group>
    ),
  },
  { name: 'Target', className: styles.target, cell: ({ target }) => target },
  {
    name: 'Detail',
    className: styles.detail,
    cell: ({ detail }) => splitDetail(detail).map(detailPart),
  },
  { name: 'From', className: styles.from, cell: ({ address }) => address },
];

function When({ at }: Pick<AuditRow, 'at'>) {
  return (
    <time dateTime={new Date(at).toISOString()} title={momentText(at, true)}>
      {useTimeText((now) => clockText(at, now))}
    </time>
  );
}

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
