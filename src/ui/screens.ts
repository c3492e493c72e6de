import {
  type Icon,
  IconAffiliate,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBellRinging,
  IconDevices,
  IconDeviceTv,
  IconFileSearch,
  IconHeartbeat,
  IconLayoutDashboard,
  IconPackage,
  IconRoute,
  IconShieldCheck,
  IconShieldLock,
  IconTool,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { CallName } from '../../contract/paths.ts';
import type { OverlaySearch } from '../domain/overlay-search.ts';

/** A screen as the navigation and the palette name it. */
export interface ScreenLink {
  /** Where it leads; the dashboard's is the specification's `/`, which leads on to it. */
  readonly to:
    | '.'
    | '/'
    | '/account'
    | '/platforms'
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
  /** Who may not make this call has nothing to see there; left out: it is for everybody. */
  readonly call?: CallName | undefined;
  /** Its name in the bottom navigation of a phone, which has room for four. */
  readonly short?: string;
}

const screen = (
  to: ScreenLink['to'],
  name: string,
  Icon: Icon,
  more: Partial<ScreenLink> = {},
): ScreenLink => ({ to, path: to, name, Icon, ...more });

/** The screens that the specification names, in the sidebar's order. */
export const SCREENS: readonly ScreenLink[] = [
  screen('/', 'Dashboard', IconLayoutDashboard, { path: '/dashboard', short: 'Dashboard' }),
  screen('/mesh-network', 'Mesh Network', IconAffiliate, { short: 'Mesh' }),
  screen('/zip-bundles', 'ZIP Bundles', IconPackage, { short: 'Bundles' }),
  screen('/route66-protocol', 'Route66 Protocol', IconRoute),
  screen('/admin-watchdog', 'Sovereign Watchdog', IconShieldCheck, { short: 'Watchdog' }),
  screen('/admin/heartbeat', 'Heartbeat', IconHeartbeat, { isNested: true }),
  screen('/admin/route66-proof', 'Route66 Proof', IconShieldLock, { isNested: true }),
];

/** What operators work with beside what the specification names; below those links. */
export const OPERATIONS: readonly ScreenLink[] = [
  screen('/incidents', 'Incidents', IconAlertTriangle),
  screen('/maintenance', 'Maintenance', IconTool),
  screen('/alerts', 'Alerts', IconBellRinging),
  screen('/handover', 'Shift handover', IconArrowsExchange),
];

/** The screens of the account, and what admins set up, of a server that has roles. */
export const ACCOUNT_SCREENS: readonly ScreenLink[] = [
  screen('/account', 'Account', IconUserCircle),
  screen('/platforms', 'Platforms', IconAffiliate, { call: 'platforms' }),
  screen('/people', 'People', IconUsers, { call: 'people' }),
  screen('/audit', 'Audit log', IconFileSearch, { call: 'audit' }),
];

/** @returns the way to what opens over the screen that is shown */
export const overlayOver = (overlay: OverlaySearch) => ({
  to: '.' as const,
  search: (before: object) => ({ ...before, ...overlay }),
  resetScroll: false,
});

const overlay = (show: 'displays' | 'device', name: string, Icon: Icon) =>
  screen('.', name, Icon, { path: show, ...overlayOver({ show }) });

/** What opens over every screen, of no screen of its own. */
export const OVERLAYS: readonly ScreenLink[] = [
  overlay('displays', 'Displays', IconDeviceTv),
  overlay('device', 'This device', IconDevices),
];
