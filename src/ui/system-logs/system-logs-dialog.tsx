import { IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { TEXT_MAX } from '../../../contract/limits.ts';
import { type Activity, SEVERITIES } from '../../../contract/shapes/activity.ts';
import { ActivityList } from '../activity-list/activity-list.tsx';
import { severityLook } from '../activity-list/severity-look.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { Empty } from '../empty/empty.tsx';
import { SelectField } from '../field/select-field.tsx';
import { TextField } from '../field/text-field.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { filterLogs, type LogFilter } from './log-filter.ts';
import styles from './system-logs.module.css';

const SEVERITY_OPTIONS = [
  { value: '', text: 'All' },
  ...SEVERITIES.map((value) => ({ value, text: severityLook(value).word })),
];

interface SystemLogsDialogProps {
  opened: boolean;
  /** Newest first. */
  rows: readonly Activity[];
  reading: ReadingState;
  filter: LogFilter;
  /** Server time now, epoch milliseconds. */
  now: number;
  onFilter: (filter: LogFilter) => void;
  onClose: () => void;
}

/** The activity that this console holds, searched and filtered. */
export function SystemLogsDialog(props: SystemLogsDialogProps) {
  const { opened, rows, reading, filter, now, onFilter, onClose } = props;
  const found = useMemo(() => filterLogs(rows, filter), [rows, filter]);
  return (
    <Dialog opened={opened} title="System Logs" size="l" onClose={onClose}>
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
      <p className={styles.count} role="status">
        {found.length.toLocaleString()} of {rows.length.toLocaleString()} rows
      </p>
      <ReadingNote reading={reading} now={now} />
      <div className={styles.rows}>
        {found.length > 0 ? (
          <ActivityList
            key={`${filter.severity} ${filter.text}`}
            rows={found}
            now={now}
            label="System logs, rows"
          />
        ) : (
          <Empty
            text={rows.length === 0 ? 'No activity logs available' : 'No row matches'}
            icon={<IconListSearch aria-hidden="true" />}
          />
        )}
      </div>
    </Dialog>
  );
}
