import { Box, Group, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { POPOVER_LIST } from '../../ui/counted-popover.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { NoticeLink, SEVERITY_LOOKS } from './notice-parts.tsx';
import type { BellEntry } from './use-bell-entries.ts';

const LINE = '1px solid var(--mantine-color-default-border)';

export interface BellListProps {
  /** Newest first. */
  entries: readonly BellEntry[];
  onFollow: () => void;
}

/** What stands behind the bell. */
export function BellList({ entries, onFollow }: BellListProps) {
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<IconBell />}
        title="No notifications"
        description="Alerts and results appear here."
      />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard.
    <ul style={POPOVER_LIST} tabIndex={0} aria-label="Notifications, newest first">
      {entries.map((entry) => (
        <BellRow key={entry.id} entry={entry} onFollow={onFollow} />
      ))}
    </ul>
  );
}

function BellRow({ entry, onFollow }: { entry: BellEntry; onFollow: () => void }) {
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
        <TimeAgo at={entry.at} inherit={false} size="xs" c="dimmed" />
      </Box>
    </Group>
  );
}
