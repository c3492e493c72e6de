import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { momentText } from '../../shared/moment.ts';
import { deviceTimeZone, lengthText, periodText } from '../../shared/zoned-time.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Allowed } from '../shell/allowed.tsx';
import styles from './maintenance.module.css';
import type { MaintenanceActions } from './use-maintenance.ts';
import { platformNames } from './windows.ts';

const MINUTE_MS = 60_000;
const LONGER_MS = 30 * MINUTE_MS;

export interface WindowRowProps {
  window: Maintenance;
  platforms: readonly Connection[];
  /** Left out: it can only be read. */
  actions?: MaintenanceActions | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One maintenance window: what it is about, when, and what can be done with it. */
export function WindowRow({ window, platforms, actions, now }: WindowRowProps) {
  const { startsAt, endsAt, repeat, timeZone, note, createdBy, createdAt } = window;
  const names = platformNames(window.platforms, platforms);
  return (
    <Stack component="li" gap={4} className={styles.row ?? ''} aria-label={names}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {names}
        </Text>
        <Group gap="xs">
          {repeat === 'weekly' ? <Badge color="gray">Every week</Badge> : null}
          <Countdown window={window} now={now} />
        </Group>
      </Group>
      <Text size="sm">
        {periodText(startsAt, endsAt)}
        {timeZone === deviceTimeZone() ? null : (
          <Text span inherit c="dimmed">
            {' '}
            ({periodText(startsAt, endsAt, timeZone)} in {timeZone})
          </Text>
        )}
      </Text>
      {note ? (
        <Text size="sm" className={styles.note ?? ''}>
          {note}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        By {createdBy}, {momentText(createdAt)}
      </Text>
      {actions && endsAt > now ? <WindowButtons {...{ window, names, actions, now }} /> : null}
    </Stack>
  );
}

function Countdown({ window: { startsAt, endsAt }, now }: Pick<WindowRowProps, 'window' | 'now'>) {
  if (endsAt <= now) return null;
  if (startsAt > now) return <Badge color="gray">starts in {lengthText(startsAt - now)}</Badge>;
  return <Badge color="blue">ends in {lengthText(endsAt - now)}</Badge>;
}

interface WindowButtonsProps extends Pick<WindowRowProps, 'window' | 'now'> {
  names: string;
  actions: MaintenanceActions;
}

type Question = 'end' | 'remove';

function WindowButtons({ window, names, actions, now }: WindowButtonsProps) {
  const { busyWith, onEnd, onRemove } = actions;
  const [question, setQuestion] = useState<Question>();
  // Keeps its text while it fades out.
  const [asked, setAsked] = useState<Question>('end');
  const isCurrent = window.startsAt <= now;
  const isWeekly = window.repeat === 'weekly';
  const busy = busyWith === window.id;
  const ask = (next: Question) => {
    setAsked(next);
    setQuestion(next);
  };
  return (
    <Group gap="xs" mt={4} data-screen-only>
      {isCurrent ? (
        <>
          <Allowed call="changeMaintenance">
            <Button
              size="xs"
              disabled={busy}
              onClick={() => onEnd(window, window.endsAt + LONGER_MS)}
            >
              30 min longer
            </Button>
          </Allowed>
          <Allowed call="changeMaintenance">
            <Button size="xs" disabled={busy} onClick={() => ask('end')}>
              End now
            </Button>
          </Allowed>
        </>
      ) : null}
      {isCurrent && !isWeekly ? null : (
        <Allowed call="removeMaintenance">
          <Button size="xs" disabled={busy} onClick={() => ask('remove')}>
            Remove
          </Button>
        </Allowed>
      )}
      <ConfirmDialog
        opened={question !== undefined}
        {...questionTexts(asked, names, isWeekly)}
        onConfirm={() => {
          setQuestion(undefined);
          if (asked === 'end') onEnd(window, now);
          else onRemove(window);
        }}
        onClose={() => setQuestion(undefined)}
      />
    </Group>
  );
}

function questionTexts(question: Question, names: string, isWeekly: boolean) {
  if (question === 'end')
    return {
      title: `End the maintenance of ${names}?`,
      text: 'From now on downtime counts, and alerts are sent.',
      confirm: 'End now',
    };
  return {
    title: `Remove the maintenance of ${names}?`,
    text: isWeekly ? 'It will not come again.' : 'It will not begin.',
    confirm: 'Remove',
  };
}
