import {
  type Icon,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBellRinging,
  IconDevices,
  IconDeviceTv,
  IconHeartRateMonitor,
  IconLayoutDashboard,
  IconPackage,
  IconRoute,
  IconShieldCheck,
  IconShieldLock,
  IconTool,
  IconTopologyStar3,
} from '@tabler/icons-react';
import type { OverlaySearch } from '../domain/overlay-search.ts';

/** A screen as the navigation and the palette name it. */
export interface ScreenLink {
  /** Where it leads; the dashboard's is the specification's `/`, which leads on to it. */
  readonly to:
    | '.'
    | '/'
    | '/account'
    | '/people'
    | '/audit'
    | '/dashboard'
    | '/mesh-network'
    | '/zip-bundles'
    | '/route66-protocol'
    | '/admin-watchdog'
    | '/admin/heartbeat'
    | '/admin/route66-proof'
    | '/incidents'
    | '/maintenance'
    | '/alerts'
    | '/handover';
  /** Path of the screen itself. */
  readonly path: string;
  readonly name: string;
  readonly Icon: Icon;
  /** What is opened over the screen. */
  readonly search?: (before: object) => object;
  /** Stands under the one before it. */
  readonly isNested?: boolean;
  /** Its name in the bottom navigation of a phone, which has room for four. */
  readonly short?: string;
}

/** The screens that the specification names, in the sidebar's order. */
export const SCREENS: readonly ScreenLink[] = [
  {
    to: '/',
    path: '/dashboard',
    name: 'Dashboard',
    Icon: IconLayoutDashboard,
    short: 'Dashboard',
  },
  {
    to: '/mesh-network',
    path: '/mesh-network',
    name: 'Mesh Network',
    Icon: IconTopologyStar3,
    short: 'Mesh',
  },
  {
    to: '/zip-bundles',
    path: '/zip-bundles',
    name: 'ZIP Bundles',
    Icon: IconPackage,
    short: 'Bundles',
  },
  {
    to: '/route66-protocol',
    path: '/route66-protocol',
    name: 'Route66 Protocol',
    Icon: IconRoute,
  },
  {
    to: '/admin-watchdog',
    path: '/admin-watchdog',
    name: 'Sovereign Watchdog',
    Icon: IconShieldCheck,
    short: 'Watchdog',
  },
  {
    to: '/admin/heartbeat',
    path: '/admin/heartbeat',
    name: 'Heartbeat',
    Icon: IconHeartRateMonitor,
    isNested: true,
  },
  {
    to: '/admin/route66-proof',
    path: '/admin/route66-proof',
    name: 'Route66 Proof',
    Icon: IconShieldLock,
    isNested: true,
  },
];

/** What operators work with beside what the specification names; below those links. */
export const OPERATIONS: readonly ScreenLink[] = [
  { to: '/incidents', path: '/incidents', name: 'Incidents', Icon: IconAlertTriangle },
  { to: '/maintenance', path: '/maintenance', name: 'Maintenance', Icon: IconTool },
  { to: '/alerts', path: '/alerts', name: 'Alerts', Icon: IconBellRinging },
  { to: '/handover', path: '/handover', name: 'Shift handover', Icon: IconArrowsExchange },
];

/** @returns the way to what opens over the screen that is shown */
export const overlayOver = (overlay: OverlaySearch) => ({
  to: '.' as const,
  search: (before: object) => ({ ...before, ...overlay }),
  resetScroll: false,
});

const overlay = (show: 'displays' | 'device', name: string, Icon: Icon): ScreenLink => ({
  ...overlayOver({ show }),
  path: show,
  name,
  Icon,
});

/** What opens over every screen, of no screen of its own. */
export const OVERLAYS: readonly ScreenLink[] = [
  overlay('displays', 'Displays', IconDeviceTv),
  overlay('device', 'This device', IconDevices),
];
