import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { durationText } from '../../domain/format.ts';
import { momentText, timeText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { deviceTimeZone, periodText } from '../../domain/zoned-time.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import styles from './maintenance.module.css';

const LONGER_MS = 30 * MINUTE_MS;
const COUNTDOWN_EVERY_MS = 1000;

interface WindowRowProps {
  window: Maintenance;
  /** Left out: it can only be read. */
  canChange?: boolean;
}

/** One maintenance window: what it is about, when, and what can be done with it. */
export function WindowRow({ window, canChange = false }: WindowRowProps) {
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const { startsAt, endsAt, repeat, timeZone, note, createdBy, createdAt } = window;
  const names = platformNames(window.platforms, useKnownPlatforms());
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
      {canChange && endsAt > now ? <WindowButtons window={window} names={names} now={now} /> : null}
    </Stack>
  );
}

interface AtNow {
  window: Maintenance;
  /** Server time, epoch milliseconds. */
  now: number;
}

function Countdown({ window: { startsAt, endsAt }, now }: AtNow) {
  if (endsAt <= now) return null;
  if (startsAt > now) return <Badge color="gray">starts in {durationText(startsAt - now)}</Badge>;
  return <Badge color="blue">ends in {durationText(endsAt - now)}</Badge>;
}

function WindowButtons({ window, names, now }: AtNow & { names: string }) {
  const params = { id: String(window.id) };
  const change = useAction('changeMaintenance', {
    success: (_, { endsAt }) => `Maintenance ends at ${timeText(endsAt)}`,
    failure: 'The end of the maintenance could not be changed',
  });
  const removal = useAction('removeMaintenance', {
    success: 'Maintenance removed',
    failure: 'The maintenance could not be removed',
  });
  const isCurrent = window.startsAt <= now;
  const isWeekly = window.repeat === 'weekly';
  const busy = change.isPending || removal.isPending;
  return (
    <Group gap="xs" mt={4} data-screen-only>
      {isCurrent ? (
        <>
          <Allowed call="changeMaintenance">
            <Button
              size="xs"
              disabled={busy}
              onClick={() => change.mutate({ params, endsAt: window.endsAt + LONGER_MS })}
            >
              30 min longer
            </Button>
          </Allowed>
          <Allowed call="changeMaintenance">
            <ConfirmButton
              size="xs"
              disabled={busy}
              question={{
                title: `End the maintenance of ${names}?`,
                text: 'From now on downtime counts, and alerts are sent.',
                confirm: 'End now',
              }}
              onConfirm={() => change.mutate({ params, endsAt: now })}
            >
              End now
            </ConfirmButton>
          </Allowed>
        </>
      ) : null}
      {isCurrent && !isWeekly ? null : (
        <Allowed call="removeMaintenance">
          <ConfirmButton
            size="xs"
            disabled={busy}
            question={{
              title: `Remove the maintenance of ${names}?`,
              text: isWeekly ? 'It will not come again.' : 'It will not begin.',
              confirm: 'Remove',
            }}
            onConfirm={() => removal.mutate({ params })}
          >
            Remove
          </ConfirmButton>
        </Allowed>
      )}
    </Group>
  );
}
