import { ActionIcon, EmptyState, Indicator, Text, Title } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Notice } from '../../shared/notices.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './bell.module.css';
import { NoticeLink } from './notice-link.tsx';
import { SEVERITY_LOOKS } from './severity-looks.ts';

/** A line of the bell's list. */
export interface BellEntry extends Omit<Notice, 'autoClose'> {
  readonly id: string;
  /** Epoch milliseconds on the clock of `now`. */
  readonly at: number;
  /** It was new when the list was opened. */
  readonly isNew: boolean;
}

interface BellProps {
  /** Newest first. */
  entries: readonly BellEntry[];
  /** How many were not seen yet. */
  unread: number;
  /** Epoch milliseconds. */
  now: number;
  /** The list was opened, or closed again. */
  onToggle: (opened: boolean) => void;
}

const COUNTED_MAX = 9;

/** What the console said, and what happened to the mesh, for who was not looking. */
export function Bell({ entries, unread, now, onToggle }: BellProps) {
  const [opened, setOpened] = useState(false);
  const label = unread > 0 ? `Notifications, ${unread} new` : 'Notifications';
  function toggle(next: boolean): void {
    setOpened(next);
    onToggle(next);
  }
  return (
    <Indicator
      label={unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread}
      disabled={unread === 0}
      size={16}
      offset={7}
      color="red"
    >
      <LazyPopover
        opened={opened}
        onChange={toggle}
        position="bottom-end"
        width="24rem"
        trapFocus
        dropdown={{ p: 0 }}
        button={
          <ActionIcon size="lg" aria-label={label}>
            <IconBell size={20} aria-hidden="true" />
          </ActionIcon>
        }
      >
        <Title order={2} px="md" py="sm">
          Notifications
        </Title>
        {entries.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard.
          <ul className={styles.list} tabIndex={0} aria-label="Notifications, newest first">
            {entries.map((entry) => (
              <BellRow key={entry.id} entry={entry} now={now} onFollow={() => toggle(false)} />
            ))}
          </ul>
        ) : (
          <EmptyState
            size="sm"
            p="md"
            icon={<IconBellOff aria-hidden="true" />}
            title="No notifications"
            description="Alerts and results appear here."
          />
        )}
      </LazyPopover>
    </Indicator>
  );
}

function BellRow({
  entry,
  now,
  onFollow,
}: {
  entry: BellEntry;
  now: number;
  onFollow: () => void;
}) {
  const { color, Icon, word } = SEVERITY_LOOKS[entry.severity];
  return (
    <li className={styles.row} data-new={entry.isNew || undefined}>
      <Icon size={18} color={`var(--mantine-color-${color}-text)`} aria-label={word} role="img" />
      <div className={styles.text}>
        <Text size="sm" fw={entry.isNew ? 600 : 400}>
          {entry.title}
        </Text>
        {entry.message ? (
          <Text size="sm" c="dimmed">
            {entry.message}
          </Text>
        ) : null}
        {entry.link ? <NoticeLink link={entry.link} onFollow={onFollow} /> : null}
        <Text size="xs" c="dimmed">
          <TimeAgo at={entry.at} now={now} />
        </Text>
      </div>
    </li>
  );
}
