import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconActivity,
  IconAlertTriangle,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconDeviceTv,
  IconFlask,
  IconHeartbeat,
  IconKeyboard,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconPackage,
  IconPlugConnected,
  IconRefresh,
  IconRocket,
  IconShieldLock,
  IconStethoscope,
  IconSun,
  IconTool,
  IconUpload,
  IconUserCheck,
} from '@tabler/icons-react';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { CallName } from '../../../contract/paths.ts';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useServerNow } from '../../console/connection.ts';
import { disabledReason } from '../../console/permissions.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { useSync } from '../../console/use-sync.ts';
import { usePing, useReconnect } from '../../console/use-watchdog-commands.ts';
import { accountName } from '../../device/markers.ts';
import { incidentName } from '../../domain/affected.ts';
import { bundleState, deployDisabledReason } from '../../domain/bundle-state.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import { openIncidents } from '../../domain/open-incidents.ts';
import type { Age } from '../../shared/model.ts';
import { focusHeading } from '../../ui/page-title.ts';
import { overlayOver, useEntries, wayTo } from '../../ui/screens.ts';
import { statusWord } from '../../ui/status-mark.tsx';

/** Rows of the activity that are searched: the newest ones. */
const ACTIVITY_SEARCHED = 200;
const DRILLS_EVERY_MS = 10_000;

export interface PaletteEntry {
  /** Left out where the label is the only one of its group. */
  id?: string;
  label: string;
  /** A second line: status, time. */
  detail?: string;
  /** A picture of what it is. */
  Icon?: Icon;
  /** Of a platform: its mark stands there instead. */
  status?: string;
  /** How far the status can be trusted. */
  age?: Age;
  /** Found by these words as well. */
  keywords?: string;
  /** Why it cannot be chosen; undefined: it can be. */
  disabledReason?: string | undefined;
  /** Leads to another screen, where the focus goes to its heading. */
  isLink?: boolean;
  onChoose: () => void;
}

export interface PaletteGroup {
  name: string;
  /** Shown before anything is typed; the others only when they match. */
  always: boolean;
  entries: readonly PaletteEntry[];
}

/** Words that people look for, by the label of what they find. */
const WORDS: Readonly<Record<string, string>> = {
  Dashboard: 'home overview status',
  'Mesh Network': 'topology platforms nodes peers',
  'ZIP Bundles': 'deploy file package release',
  'Route66 Protocol': 'handshake',
  'Sovereign Watchdog': 'endpoints reconnect',
  Heartbeat: 'uptime health',
  'Route66 Proof': 'prove verify challenge three factors',
  Incidents: 'outage down acknowledge history postmortem',
  'Who sees whom': 'witness nodes topology cut off',
  'On duty': 'rota on-call shift swap',
  Maintenance: 'window downtime planned',
  Drills: 'exercise test outage',
  Alerts: 'rule channel email webhook push notification quiet on-call',
  'Shift handover': 'notes summary print',
  Account:
    'password passkey second factor two-factor 2fa one-time code recovery email profile api token sessions devices',
  Platforms: 'add monitor watch website url port dns cron peer remove pause order',
  People: 'invite invitation user account role registration sign-up admin viewer operator',
  'Audit log': 'history who changed export',
  'System Logs': 'view events activity search history',
  'Status page': 'public website availability everybody badge feed',
  'Upload ZIP Bundle': 'file send',
  'Sync Mesh': 'handshake exchange',
  'Ping all platforms': 'probe heartbeat check now',
  'Reconnect all platforms': 'probe again retry',
  'Run Diagnostics': 'network test connection trouble problem speed',
  'Start maintenance…': 'window downtime planned silence',
  'Start drill…': 'exercise test outage',
  Displays: 'wall screen tv pair kiosk code',
  'Wall mode': 'tv kiosk display full screen',
  'This device': 'notifications push install app version update storage offline',
  'Add a platform…': 'new monitor website url port dns cron job peer',
  'Connect a real mesh': 'simulated simulator add platform peer configuration check-mesh',
  'Back up the server': 'backup restore',
  'Keyboard shortcuts': 'keys hotkeys help',
  'Dark colours': 'theme colors scheme mode night',
  'Light colours': 'theme colors scheme mode day',
  'System colours': 'theme colors scheme mode automatic',
  'Sign out': 'log out logout leave',
};

const withWords = (entries: readonly PaletteEntry[]) =>
  entries.map((entry) => ({ ...entry, keywords: WORDS[entry.label] ?? '' }));

/** @returns what this console knows and can do */
export function usePaletteGroups(onKeys: () => void, onSignOut: () => void): PaletteGroup[] {
  return [
    { name: 'Open incidents', always: true, entries: useIncidents() },
    { name: 'Screens', always: true, entries: withWords(useScreens()) },
    { name: 'Actions', always: true, entries: withWords(useActions(onKeys, onSignOut)) },
    { name: 'Platforms', always: false, entries: usePlatformEntries() },
    { name: 'Bundles', always: false, entries: useBundles() },
    { name: 'Activity', always: false, entries: useActivity() },
  ];
}

/** The palette is opened anew for each search: a role that changes meanwhile is of no matter. */
const allowedBy = (call: CallName) => ({ disabledReason: disabledReason(call) });

/** @returns what leads to a screen and takes the focus to its heading */
function useGo() {
  const router = useRouter();
  return (to: NavigateOptions) => ({
    isLink: true,
    onChoose: () => void router.navigate(to).then(focusHeading),
  });
}

function useScreens(): PaletteEntry[] {
  const go = useGo();
  return useEntries().flatMap(({ name, Icon, tabs }) =>
    tabs.map((tab) => {
      const label = tab.title ?? tab.name;
      const { isLink, onChoose } = go(wayTo(tab) as NavigateOptions);
      const detail = label === name ? {} : { detail: name };
      return { label, ...detail, Icon, isLink: isLink && !tab.show, onChoose };
    }),
  );
}

function useActions(onKeys: () => void, onSignOut: () => void): PaletteEntry[] {
  const go = useGo();
  const { sync } = useSync();
  const ping = usePing(undefined);
  const reconnect = useReconnect();
  const { setColorScheme } = useMantineColorScheme();
  const over = (show: 'upload' | 'diagnostics' | 'connect') =>
    go(overlayOver({ show }) as NavigateOptions).onChoose;
  const scheme = (choice: MantineColorScheme, label: string, picture: Icon) => ({
    label,
    Icon: picture,
    onChoose: () => setColorScheme(choice),
  });
  return [
    {
      label: 'Upload ZIP Bundle',
      Icon: IconUpload,
      ...allowedBy('upload'),
      onChoose: over('upload'),
    },
    { label: 'Sync Mesh', Icon: IconRefresh, ...allowedBy('sync'), onChoose: sync },
    { label: 'Ping all platforms', Icon: IconHeartbeat, ...allowedBy('ping'), onChoose: ping.run },
    {
      label: 'Reconnect all platforms',
      Icon: IconActivity,
      ...allowedBy('reconnect'),
      onChoose: reconnect.run,
    },
    { label: 'Run Diagnostics', Icon: IconStethoscope, onChoose: over('diagnostics') },
    {
      label: 'Start maintenance…',
      Icon: IconTool,
      ...allowedBy('planMaintenance'),
      ...go({ to: '/maintenance', search: { new: 1 } }),
    },
    {
      label: 'Start drill…',
      Icon: IconFlask,
      ...allowedBy('startDrill'),
      ...go({ to: '/maintenance', search: { drill: 1 } }),
    },
    {
      label: 'Wall mode',
      Icon: IconDeviceTv,
      ...go({ to: '/dashboard', search: { wall: 1 } }),
    },
    {
      label: 'Add a platform…',
      Icon: IconPlugConnected,
      ...allowedBy('addPlatform'),
      ...go({ to: '/platforms', search: { new: 1 } }),
    },
    { label: 'Connect a real mesh', Icon: IconPlugConnected, onChoose: over('connect') },
    {
      label: 'Back up the server',
      Icon: IconDatabaseExport,
      disabledReason: 'On its machine: npm run backup -- FILE',
      onChoose: () => undefined,
    },
    {
      label: 'Keyboard shortcuts',
      Icon: IconKeyboard,
      onChoose: onKeys,
    },
    scheme('dark', 'Dark colours', IconMoon),
    scheme('light', 'Light colours', IconSun),
    scheme('auto', 'System colours', IconDeviceDesktop),
    { label: 'Sign out', Icon: IconLogout, onChoose: onSignOut },
  ];
}

/** Each open incident, and taking it on. */
function useIncidents(): PaletteEntry[] {
  const go = useGo();
  const platforms = useReadData('connections') ?? [];
  const open = openIncidents(useReadData('incidents'), useServerNow(DRILLS_EVERY_MS));
  const account = accountName();
  return open.flatMap((incident) => {
    const id = String(incident.id);
    const name = incidentName(incident, platforms);
    const title = incidentTitle(incident, name, incident.startedAt);
    const by = incident.acknowledgement?.by;
    const details: PaletteEntry = {
      id: `incident-${id}`,
      label: `Open incident: ${title}`,
      detail: by === undefined ? 'Nobody is on it' : `${by} is on it`,
      Icon: IconAlertTriangle,
      ...go({ to: '/incidents/$id', params: { id } } as NavigateOptions),
    };
    const takeOn: PaletteEntry = {
      id: `take-${id}`,
      label: `I am on it: ${title}`,
      ...(by !== undefined && { detail: `Take over from ${by}` }),
      Icon: IconUserCheck,
      ...allowedBy('acknowledgeIncident'),
      ...go({ to: '/incidents/$id', params: { id }, search: { take: 1 } } as NavigateOptions),
    };
    return by === account ? [details] : [details, takeOn];
  });
}

/** Each platform, and what can be done with it. */
function usePlatformEntries(): PaletteEntry[] {
  const go = useGo();
  const { data = [], age } = usePlatforms();
  return data.flatMap((platform) => {
    const { id, name, domain, status, group = '', tags = [] } = platform;
    const shown: PaletteEntry = {
      id: `platform-${id}`,
      label: name,
      detail: `${domain} · ${age === 'unknown' ? 'Unknown' : statusWord(status)}`,
      status,
      age,
      keywords: [group, ...tags].join(' '),
      ...go({ to: '/mesh-network/$platform', params: { platform: id } } as NavigateOptions),
    };
    const proof: PaletteEntry = {
      id: `prove-${id}`,
      label: `Prove ${name}`,
      keywords: domain,
      ...allowedBy('proofStart'),
      Icon: IconShieldLock,
      ...go({ to: '/admin/route66-proof', search: { peer: domain } }),
    };
    return isMeshNode(platform) ? [shown, proof] : [shown];
  });
}

/** Each bundle, and deploying those that can be. */
function useBundles(): PaletteEntry[] {
  const go = useGo();
  const bundles = useReadData('bundles') ?? [];
  return bundles.flatMap((bundle: Bundle) => {
    const id = String(bundle.id);
    const details: PaletteEntry = {
      id,
      label: bundle.name,
      detail: bundleState(bundle).label,
      Icon: IconPackage,
      ...go({ to: '/zip-bundles', search: { bundle: id } }),
    };
    const { onChoose } = go({ to: '/zip-bundles', search: { deploy: id } });
    const deploy = {
      id: `deploy-${id}`,
      label: `Deploy ${bundle.name}`,
      ...allowedBy('deploy'),
      onChoose,
    };
    return deployDisabledReason(bundle) ? [details] : [details, { ...deploy, Icon: IconRocket }];
  });
}

function useActivity(): PaletteEntry[] {
  const go = useGo();
  const activity = (useReadData('activity') ?? []).slice(0, ACTIVITY_SEARCHED);
  return activity.map(({ id, message, createdAt }) => ({
    id: String(id),
    label: message,
    detail: momentText(momentOf(createdAt)),
    Icon: IconListDetails,
    ...go({ to: '/logs', search: { q: message } }),
  }));
}
