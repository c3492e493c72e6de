import { Badge, Box, Group, NavLink, Text, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import styles from './navigation.module.css';
import { OPERATIONS, SCREENS, type ScreenLink } from './screens.ts';

interface NavigationProps {
  /** Stands beside Mesh Network: how many platforms are down. */
  downCount: ReactNode;
  /** Stands beside Incidents: how many are open. */
  openCount?: ReactNode;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** The links to all screens, with what is wrong beside where it can be looked at. */
export function ScreenLinks({ downCount, openCount, onLeave }: NavigationProps) {
  const id = useId();
  const counts: Readonly<Record<string, ReactNode>> = {
    '/mesh-network': downCount,
    '/incidents': openCount,
  };
  return (
    <div>
      <LinkList screens={SCREENS} counts={counts} onLeave={onLeave} />
      <Text id={id} size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
        Operations
      </Text>
      <LinkList labelledBy={id} screens={OPERATIONS} counts={counts} onLeave={onLeave} />
    </div>
  );
}

interface LinkListProps {
  labelledBy?: string;
  screens: readonly ScreenLink[];
  counts: Readonly<Record<string, ReactNode>>;
  onLeave: (() => void) | undefined;
}

function LinkList({ labelledBy, screens, counts, onLeave }: LinkListProps) {
  const { pathname } = useLocation();
  return (
    <ul aria-labelledby={labelledBy}>
      {screens.map((screen) => (
        <Box component="li" key={screen.to} ps={screen.isNested ? 'lg' : 0}>
          <NavLink
            label={screen.name}
            leftSection={<screen.Icon size={20} stroke={1.75} aria-hidden="true" />}
            rightSection={counts[screen.to]}
            active={screen.path === pathname}
            fw={screen.path === pathname ? 600 : 400}
            onClick={() => onLeave?.()}
            renderRoot={(props) => screenLink(screen, pathname, props)}
          />
        </Box>
      ))}
    </ul>
  );
}

/** The four screens that a phone shows at its lower edge. */
export function BottomLinks({ downCount }: NavigationProps) {
  const { pathname } = useLocation();
  return (
    <Group component="ul" grow wrap="nowrap" gap={0} h="100%">
      {SCREENS.filter(({ short }) => short).map((screen) => (
        <li key={screen.to}>
          {screenLink(screen, pathname, {
            className: styles.tab,
            children: (
              <>
                <screen.Icon size={22} stroke={1.75} aria-hidden="true" />
                <span>{screen.short}</span>
                {screen.to === '/mesh-network' ? downCount : null}
              </>
            ),
          })}
        </li>
      ))}
    </Group>
  );
}

function screenLink({ to, path }: ScreenLink, shown: string, props: object): ReactNode {
  return (
    <Link
      {...props}
      to={to}
      activeOptions={{ exact: true }}
      aria-current={path === shown ? 'page' : undefined}
    />
  );
}

/** How many platforms are down; nothing when none is. */
export function DownCount({ down }: { down: number }) {
  if (down === 0) return null;
  return (
    <Badge size="sm" color="red" circle={down < 10} className={styles.count ?? ''}>
      {down}
      <VisuallyHidden> down</VisuallyHidden>
    </Badge>
  );
}

/** How many incidents are open; nothing when none is. */
export function OpenCount({ open }: { open: number }) {
  if (open === 0) return null;
  return (
    <Badge size="sm" color="yellow" circle={open < 10} className={styles.count ?? ''}>
      {open}
      <VisuallyHidden> open</VisuallyHidden>
    </Badge>
  );
}
