import { Button, List, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type Absence, type AwayReport, awayReport, awayText } from '../../console/away/away.ts';
import { foldActivity } from '../../domain/activity-fold.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { Panel } from '../../ui/panel.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { StatusMark, statusWord } from '../../ui/status-mark.tsx';

interface AwayPanelProps extends AwayReport {
  onDismiss: () => void;
}

const ROWS_SHOWN = 5;

export function AwayNotice({ absence, onDismiss }: { absence: Absence; onDismiss: () => void }) {
  return <AwayPanel {...awayReport(absence)} onDismiss={onDismiss} />;
}

/** What changed while nobody looked, and whether that is all of it. */
export function AwayPanel({ onDismiss, ...report }: AwayPanelProps) {
  const { backAt, rows, platforms } = report;
  const folded = foldActivity(rows);
  const shown = folded.slice(0, ROWS_SHOWN);
  const more = rows.length - shown.reduce((sum, one) => sum + one.rows.length, 0);
  return (
    <Panel
      title="While you were away"
      description={awayText(report)}
      actions={
        <Button size="xs" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <List listStyleType="none" size="sm" spacing="xs" center>
        {platforms.map(({ name, from, to, since }) => (
          <List.Item key={name} icon={<StatusMark status={to} />}>
            <strong>{name}</strong>: {statusWord(from)}{' '}
            <IconArrowRight size="0.75rem" aria-label="now" /> <strong>{statusWord(to)}</strong>
            {since === undefined ? null : ` since ${momentAgoText(since, backAt)}`}
          </List.Item>
        ))}
        {shown.map(({ row, message }) => (
          <List.Item key={row.id} icon={<SeverityMark severity={row.severity} />}>
            {message}
          </List.Item>
        ))}
      </List>
      {more > 0 ? (
        <Text size="sm" c="dimmed">
          and {more.toLocaleString()} more in the activity
        </Text>
      ) : null}
    </Panel>
  );
}
