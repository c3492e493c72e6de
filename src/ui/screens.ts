import {
  type Icon,
  IconAffiliate,
  IconAlertTriangle,
  IconCalendarUser,
  IconLayoutDashboard,
  IconPackage,
  IconRoute,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react';
import type { CallName } from '../../contract/paths.ts';
import { useDisabledReasons, useHasExtras } from '../console/permissions.ts';
import type { OverlaySearch } from '../domain/overlay-search.ts';

/** A screen of an entry, or a part of one; the only one of an entry has no tab. */
export interface Tab {
  readonly path: string;
  readonly name: string;
  /** Of its page and in the palette, where the tab's name is too short for that. */
  readonly title?: string;
  /** Of the screen; it stands in the address. */
  readonly part?: string;
  /** It is no screen: it opens over the one that is shown. */
  readonly show?: OverlaySearch['show'];
  /** Who may not make this call has nothing to see there. */
  readonly call?: CallName;
  /** The specification has none, nor has a server of it alone. */
  readonly isExtra?: true;
}

/** An entry of the menu. */
export interface Entry {
  readonly name: string;
  readonly Icon: Icon;
  /** In the order of their row. */
  readonly tabs: readonly [Tab, ...Tab[]];
  /** Its name at the lower edge of a phone, which has room for three; '' for the others. */
  readonly short: string;
}

const EXTRA = { isExtra: true } as const;

const tab = (path: string, name: string, more: Partial<Tab> = {}): Tab => ({ path, name, ...more });

/** @param tabs the path alone of an entry that is one screen */
const entry = (name: string, Icon: Icon, tabs: string | Entry['tabs'], short = ''): Entry => ({
  ...{ name, Icon, short },
  tabs: typeof tabs === 'string' ? [tab(tabs, name)] : tabs,
});

/** The menu. The specification's five links are in its words and order. */
const ENTRIES: readonly Entry[] = [
  entry('Dashboard', IconLayoutDashboard, '/dashboard', 'Dashboard'),
  entry('Incidents', IconAlertTriangle, [tab('/incidents', 'Incidents', EXTRA)], 'Incidents'),
  entry(
    'Mesh Network',
    IconAffiliate,
    [
      tab('/mesh-network', 'State', { title: 'Mesh Network' }),
      tab('/platforms', 'Platforms', { call: 'platforms' }),
      tab('/mesh-network', 'Who sees whom', { part: 'witnesses', ...EXTRA }),
    ],
    'Mesh',
  ),
  entry('ZIP Bundles', IconPackage, '/zip-bundles'),
  entry('Route66 Protocol', IconRoute, '/route66-protocol'),
  entry('Sovereign Watchdog', IconShieldCheck, [
    tab('/admin-watchdog', 'Summary', { title: 'Sovereign Watchdog' }),
    tab('/admin/heartbeat', 'Heartbeat'),
    tab('/admin/route66-proof', 'Route66 Proof'),
  ]),
  entry('Duty', IconCalendarUser, [
    tab('/handover', 'Handover', { title: 'Shift handover', ...EXTRA }),
    tab('/duty', 'On duty', EXTRA),
    tab('/maintenance', 'Maintenance', EXTRA),
    tab('/maintenance', 'Drills', { part: 'drills', ...EXTRA }),
  ]),
  entry('Settings', IconSettings, [
    tab('/alerts', 'Alerts', EXTRA),
    tab('/people', 'People', { call: 'people' }),
    tab('/audit', 'Audit log', { call: 'audit' }),
    tab('/logs', 'Logs', { title: 'System Logs' }),
    tab('', 'Displays', { show: 'displays', ...EXTRA }),
    tab('/status-page', 'Status page', { call: 'statusPage' }),
    tab('', 'This device', { show: 'device' }),
    tab('/account', 'Account', EXTRA),
  ]),
];

/** @returns the entries with the tabs that this server has and this account may see; without any there is no entry */
export function useEntries(): readonly Entry[] {
  const hasExtras = useHasExtras();
  const reasonOf = useDisabledReasons();
  const isThere = ({ isExtra, call }: Tab) =>
    call ? hasExtras && !reasonOf(call) : hasExtras || !isExtra;
  const shownOf = ({ tabs }: Entry) => tabs.filter(isThere) as readonly Tab[] as Entry['tabs'];
  return ENTRIES.map((one) => ({ ...one, tabs: shownOf(one) })).filter(({ tabs }) => tabs.length);
}

/** @returns the title of a page, or of a part of it */
export function titleOf(path: string, part?: string): string {
  const all = ENTRIES.flatMap(({ tabs }) => tabs);
  const shown = all.find((one) => one.path === path && one.part === part);
  return shown?.title ?? shown?.name ?? '';
}

/** Where the router is. */
export interface Place {
  readonly pathname: string;
  readonly search: { readonly part?: string | undefined };
}

export const isTabOf = ({ path, part }: Tab, { pathname, search }: Place): boolean =>
  path === pathname && part === search.part;

/** Whether an entry has the page, or the one that the page belongs to, such as that of one incident. */
export const isEntryOf = ({ tabs }: Entry, { pathname }: Place): boolean =>
  tabs.some(({ path }) => path && `${pathname}/`.startsWith(`${path}/`));

/** @returns the way to what opens over the screen that is shown */
export const overlayOver = (overlay: OverlaySearch) => ({
  to: '.' as const,
  search: (before: object) => ({ ...before, ...overlay }),
  resetScroll: false,
});

/** @returns the way to a tab, for links and the router. The specification's to the dashboard is `/`, which leads on to it. */
export const wayTo = ({ path, part, show }: Tab) =>
  show
    ? overlayOver({ show })
    : { to: (path === '/dashboard' ? '/' : path) as '/', search: (part && { part }) as object };
