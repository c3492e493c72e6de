import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconActivity,
  IconDeviceDesktop,
  IconDevices,
  IconDeviceTv,
  IconFileSearch,
  IconHeartbeat,
  IconKeyboard,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconPackage,
  IconRefresh,
  IconRocket,
  IconShieldLock,
  IconStethoscope,
  IconSun,
  IconUpload,
} from '@tabler/icons-react';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useRead } from '../../client/reads.ts';
import { bundleState, deployDisabledReason } from '../../shared/bundle-state.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { StatusMark, statusWord } from '../../ui/status-mark.tsx';
import { useSync } from '../mesh/use-sync.ts';
import { focusHeading } from '../shell/page-title.ts';
import { SCREENS } from '../shell/screens.ts';
import { usePing, useReconnect } from '../watchdog/use-watchdog-commands.ts';
import { SCREEN_KEYS } from './keys.ts';
import { Palette, type PaletteEntry, type PaletteGroup } from './palette.tsx';

/** Rows of the activity that are searched: the newest ones. */
const ACTIVITY_SEARCHED = 200;

interface ConsolePaletteProps {
  /** What is looked for from the start. */
  typed: string;
  onClose: () => void;
  onKeys: () => void;
  onSignOut: () => void;
}

/** The command palette over what this console knows. */
export function ConsolePalette({ typed, onClose, onKeys, onSignOut }: ConsolePaletteProps) {
  const screens = useScreens();
  const actions = useActions(onKeys, onSignOut);
  const groups: PaletteGroup[] = [
    { name: 'Screens', always: true, entries: screens },
    { name: 'Actions', always: true, entries: actions },
    { name: 'Platforms', always: false, entries: usePlatforms() },
    { name: 'Bundles', always: false, entries: useBundles() },
    { name: 'Activity', always: false, entries: useActivity() },
  ];
  return <Palette typed={typed} groups={groups} onClose={onClose} />;
}

const icon = (Picture: Icon) => <Picture size={20} stroke={1.75} aria-hidden="true" />;

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
  return SCREENS.map(({ path, name, Icon }) => {
    const key = Object.entries(SCREEN_KEYS).find(([, screen]) => screen === path)?.[0];
    return {
      label: name,
      mark: icon(Icon),
      ...(key && { keys: ['G', key.toUpperCase()] }),
      ...go({ to: path } as NavigateOptions),
    };
  });
}

function useActions(onKeys: () => void, onSignOut: () => void): PaletteEntry[] {
  const go = useGo();
  const { sync } = useSync();
  const ping = usePing(undefined);
  const reconnect = useReconnect();
  const { setColorScheme } = useMantineColorScheme();
  const over = (show: 'upload' | 'diagnostics' | 'displays' | 'device') =>
    go({ to: '/dashboard', search: { show } }).onChoose;
  const scheme = (choice: MantineColorScheme, label: string, Picture: Icon) => ({
    label,
    mark: icon(Picture),
    keywords: 'theme colors scheme',
    onChoose: () => setColorScheme(choice),
  });
  return [
    { label: 'Upload ZIP Bundle', mark: icon(IconUpload), onChoose: over('upload') },
    { label: 'Sync Mesh', mark: icon(IconRefresh), onChoose: sync },
    { label: 'Ping all platforms', mark: icon(IconHeartbeat), onChoose: ping.run },
    { label: 'Reconnect all platforms', mark: icon(IconActivity), onChoose: reconnect.run },
    { label: 'Run Diagnostics', mark: icon(IconStethoscope), onChoose: over('diagnostics') },
    { label: 'View System Logs', mark: icon(IconFileSearch), ...go({ to: '/logs' }) },
    { label: 'Displays', mark: icon(IconDeviceTv), onChoose: over('displays') },
    {
      label: 'Wall mode',
      mark: icon(IconDeviceTv),
      ...go({ to: '/dashboard', search: { wall: 1 } }),
    },
    { label: 'This device', mark: icon(IconDevices), onChoose: over('device') },
    { label: 'Keyboard shortcuts', mark: icon(IconKeyboard), keys: ['?'], onChoose: onKeys },
    scheme('dark', 'Dark colours', IconMoon),
    scheme('light', 'Light colours', IconSun),
    scheme('auto', 'System colours', IconDeviceDesktop),
    { label: 'Sign out', mark: icon(IconLogout), onChoose: onSignOut },
  ];
}

/** Each platform, and what can be done with it. */
function usePlatforms(): PaletteEntry[] {
  const go = useGo();
  const { data = [], age } = useRead('connections');
  return data.flatMap(({ id, name, domain, status }) => [
    {
      label: domain,
      detail: age === 'unknown' ? 'Unknown' : statusWord(status),
      mark: <StatusMark status={status} age={age} />,
      ...go({ to: '/mesh-network', search: { platform: id } } as NavigateOptions),
    },
    {
      label: `Prove ${name}`,
      keywords: domain,
      mark: icon(IconShieldLock),
      ...go({ to: '/admin/route66-proof', search: { peer: domain } }),
    },
  ]);
}

/** Each bundle, and deploying those that can be. */
function useBundles(): PaletteEntry[] {
  const go = useGo();
  const bundles = useRead('bundles').data ?? [];
  return bundles.flatMap((bundle: Bundle) => {
    const id = String(bundle.id);
    const details: PaletteEntry = {
      id,
      label: bundle.name,
      detail: bundleState(bundle).label,
      mark: icon(IconPackage),
      ...go({ to: '/zip-bundles', search: { bundle: id } }),
    };
    const { onChoose } = go({ to: '/zip-bundles', search: { deploy: id } });
    const deploy = { id: `deploy-${id}`, label: `Deploy ${bundle.name}`, onChoose };
    return deployDisabledReason(bundle)
      ? [details]
      : [details, { ...deploy, mark: icon(IconRocket) }];
  });
}

function useActivity(): PaletteEntry[] {
  const go = useGo();
  const activity = (useRead('activity').data ?? []).slice(0, ACTIVITY_SEARCHED);
  return activity.map(({ id, message, createdAt }) => ({
    id: String(id),
    label: message,
    detail: momentText(momentOf(createdAt)),
    mark: icon(IconListDetails),
    ...go({ to: '/logs', search: { q: message } }),
  }));
}
