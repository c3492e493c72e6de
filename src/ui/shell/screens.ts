import {
  type Icon,
  IconLayoutDashboard,
  IconPackage,
  IconRoute,
  IconShieldCheck,
  IconTopologyStar3,
} from '@tabler/icons-react';

interface SidebarLink {
  /** Where it leads; the dashboard's is the specification's `/`, which leads on to it. */
  to: '/' | '/mesh-network' | '/zip-bundles' | '/route66-protocol' | '/admin-watchdog';
  /** Paths on which it is marked as the current one begin so. */
  path: string;
  name: string;
  Icon: Icon;
}

/** The sidebar's links, in order. */
export const SIDEBAR_LINKS: readonly SidebarLink[] = [
  { to: '/', path: '/dashboard', name: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/mesh-network', path: '/mesh-network', name: 'Mesh Network', Icon: IconTopologyStar3 },
  { to: '/zip-bundles', path: '/zip-bundles', name: 'ZIP Bundles', Icon: IconPackage },
  { to: '/route66-protocol', path: '/route66-protocol', name: 'Route66 Protocol', Icon: IconRoute },
  { to: '/admin-watchdog', path: '/admin', name: 'Sovereign Watchdog', Icon: IconShieldCheck },
];
