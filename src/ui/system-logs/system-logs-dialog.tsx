import { IconDownload, IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { TEXT_MAX } from '../../../contract/limits.ts';
import { type Activity, SEVERITIES } from '../../../contract/shapes/activity.ts';
import { ActivityList } from '../activity-list/activity-list.tsx';
import { severityLook } from '../activity-list/severity-look.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Empty } from '../empty/empty.tsx';
import { SelectField } from '../field/select-field.tsx';
import { TextField } from '../field/text-field.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { filterLogs, type LogFilter, type LogFormat, type OlderLogs } from './log-filter.ts';
import { OlderRows } from './older-rows.tsx';
import styles from './system-logs.module.css';

const SEVERITY_OPTIONS = [
  { value: '', text: 'All' },
  ...SEVERITIES.map((value) => ({ value, text: severityLook(value).word })),
];

interface SystemLogsDialogProps {
  opened: boolean;
  /** Newest first. */
  rows: readonly Activity[];
  /** What there is behind the last of them. */
  older: OlderLogs;
  reading: ReadingState;
  filter: LogFilter;
  /** Server time now, epoch milliseconds. */
  now: number;
  onFilter: (filter: LogFilter) => void;
  onOlder: () => void;
  /** Of the rows that the filter leaves. */
  onSave: (format: LogFormat, rows: readonly Activity[]) => void;
  onClose: () => void;
}

const FORMATS = ['csv', 'json'] as const;

/** The activity log: searched, filtered, read further back, and saved as what the filter leaves of it. */
export function SystemLogsDialog(props: SystemLogsDialogProps) {
  const { opened, rows, older, reading, filter, now, onFilter, onOlder, onSave, onClose } = props;
  const found = useMemo(() => filterLogs(rows, filter), [rows, filter]);
  const end = <OlderRows older={older} onOlder={onOlder} />;
  return (
    <Dialog opened={opened} title="System Logs" size="l" onClose={onClose}>
      <LogFields filter={filter} onFilter={onFilter} />
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {found.length.toLocaleString()} of {rows.length.toLocaleString()} rows
        </p>
        {FORMATS.map((format) => (
          <Button
            key={format}
            size="s"
            icon={<IconDownload aria-hidden="true" />}
            hindrance={found.length === 0 ? 'No row matches' : undefined}
            onClick={() => onSave(format, found)}
          >
            Save as {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <ReadingNote reading={reading} now={now} />
      <div className={styles.rows}>
        {found.length > 0 ? (
          <ActivityList
            key={`${filter.severity} ${filter.text}`}
            rows={found}
            now={now}
            label="System logs, rows"
            end={end}
          />
        ) : (
          <Empty
            text={rows.length === 0 ? 'No activity logs available' : 'No row matches'}
            icon={<IconListSearch aria-hidden="true" />}
            action={rows.length === 0 ? undefined : end}
          />
        )}
      </div>
    </Dialog>
  );
}

function LogFields({ filter, onFilter }: Pick<SystemLogsDialogProps, 'filter' | 'onFilter'>) {
  return (
    <div className={styles.filter}>
      <TextField
        label="Search"
        type="search"
        data-autofocus
        maxLength={TEXT_MAX.search}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <SelectField
        label="Severity"
        options={SEVERITY_OPTIONS}
        value={filter.severity}
        onChange={(severity) => onFilter({ ...filter, severity })}
      />
    </div>
  );
}
