import { ActionIcon, Box, EmptyState, Group, Indicator, Text, Title } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Notice } from '../../shared/notices.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
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
const LIST = { maxHeight: 'min(28rem, 60dvh)', overflowY: 'auto' } as const;
const LINE = '1px solid var(--mantine-color-default-border)';

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
            <IconBell size={20} />
          </ActionIcon>
        }
      >
        <Title order={2} px="md" py="sm">
          Notifications
        </Title>
        {entries.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard.
          <ul style={LIST} tabIndex={0} aria-label="Notifications, newest first">
            {entries.map((entry) => (
              <BellRow key={entry.id} entry={entry} now={now} onFollow={() => toggle(false)} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<IconBellOff />}
            title="No notifications"
            description="Alerts and results appear here."
          />
        )}
      </LazyPopover>
    </Indicator>
  );
}

interface BellRowProps {
  entry: BellEntry;
  now: number;
  onFollow: () => void;
}

function BellRow({ entry, now, onFollow }: BellRowProps) {
  const { color, Icon, word } = SEVERITY_LOOKS[entry.severity];
  return (
    <Group
      component="li"
      gap="sm"
      px="md"
      py="sm"
      align="start"
      wrap="nowrap"
      style={{ borderTop: LINE }}
      data-new={entry.isNew || undefined}
    >
      <Box c={color} component="span" flex="none" pt={2} lh={0}>
        <Icon size={18} aria-label={word} role="img" />
      </Box>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={entry.isNew ? 600 : 400}>
          {entry.title}
        </Text>
        {entry.message ? (
          <Text size="sm" c="dimmed">
            {entry.message}
          </Text>
        ) : null}
        {entry.link ? <NoticeLink link={entry.link} onFollow={onFollow} /> : null}
        <TimeAgo at={entry.at} now={now} inherit={false} size="xs" c="dimmed" />
      </Box>
    </Group>
  );
}
