import { IconBell } from '@tabler/icons-react';
import { useServerNow } from '../../console/connection.ts';
import { CountedPopover } from '../../ui/counted-popover.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import type { BellListProps } from './bell-list.tsx';
import { type BellEntry, useBellEntries } from './use-bell-entries.ts';

/** The bell of the console with its data. */
export function ConsoleBell() {
  const { entries, unread, toggle } = useBellEntries(useServerNow());
  return <Bell entries={entries} unread={unread} onToggle={toggle} />;
}

interface BellProps {
  /** Newest first. */
  entries: readonly BellEntry[];
  /** How many were not seen yet. */
  unread: number;
  /** The list was opened, or closed again. */
  onToggle: (opened: boolean) => void;
}

/** What the console said, and what happened to the mesh, for who was not looking. */
export function Bell({ entries, unread, onToggle }: BellProps) {
  return (
    <CountedPopover
      title="Notifications"
      label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
      icon={<IconBell size={20} />}
      count={unread}
      color="red"
      width="24rem"
      onToggle={onToggle}
    >
      {(close) => <LateList entries={entries} onFollow={close} />}
    </CountedPopover>
  );
}

/** Its code loads when the bell is first opened. */
function LateList(props: BellListProps) {
  const { component: BellList } = useLoading(loadBellList);
  return BellList ? <BellList {...props} /> : null;
}

const loadBellList = async () => (await import('./bell-list.tsx')).BellList;
