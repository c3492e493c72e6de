import { useRouter } from '@tanstack/react-router';
import { useRead } from '../link/reads.ts';
import { bundleLook } from '../ui/bundle-table/bundle-look.ts';
import { momentOf, momentText } from '../ui/moment/moment.ts';
import { Palette, type PaletteEntry, type PaletteGroup } from '../ui/palette/palette.tsx';
import { chooseScheme, type SchemeChoice } from '../ui/scheme/scheme.ts';
import { statusWord } from '../ui/status-mark/status-mark.tsx';
import type { Overlay } from './_console/-overlay-search.ts';
import { useSync } from './_console/-use-sync.ts';

/** Every screen behind the sign-in; the sidebar names five of them. */
const SCREENS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/mesh-network', label: 'Mesh Network' },
  { to: '/zip-bundles', label: 'ZIP Bundles' },
  { to: '/route66-protocol', label: 'Route66 Protocol' },
  { to: '/admin-watchdog', label: 'Sovereign Watchdog' },
  { to: '/admin/heartbeat', label: 'Heartbeat' },
  { to: '/admin/route66-proof', label: 'Route66 Proof' },
] as const;

/** Rows of the activity that are searched: the newest ones. */
const ACTIVITY_SEARCHED = 200;

interface ConsolePaletteProps {
  /** What is looked for from the start. */
  typed: string;
  onClose: () => void;
  onSignOut: () => void;
}

/** The command palette over what this console knows. */
export function ConsolePalette({ typed, onClose, onSignOut }: ConsolePaletteProps) {
  const actions = useActions(onSignOut);
  const found = useKnown();
  const screens = useScreens();
  const groups: PaletteGroup[] = [
    { name: 'Screens', always: true, entries: screens },
    { name: 'Actions', always: true, entries: actions },
    ...found,
  ];
  return <Palette typed={typed} groups={groups} onClose={onClose} />;
}

function useScreens(): PaletteEntry[] {
  const router = useRouter();
  return SCREENS.map(({ to, label }) => ({
    id: to,
    label,
    onChoose: () => void router.navigate({ to }),
  }));
}

function useActions(onSignOut: () => void): PaletteEntry[] {
  const router = useRouter();
  const { sync } = useSync();
  const over = (show: Overlay) => () =>
    void router.navigate({ to: '/dashboard', search: { show } });
  const toWall = () => void router.navigate({ to: '/dashboard', search: { wall: 1 } });
  return [
    { id: 'upload', label: 'Upload ZIP Bundle', onChoose: over('upload') },
    { id: 'sync', label: 'Sync Mesh', onChoose: sync },
    { id: 'diagnostics', label: 'Run Diagnostics', onChoose: over('diagnostics') },
    { id: 'logs', label: 'View System Logs', onChoose: over('logs') },
    { id: 'displays', label: 'Displays', onChoose: over('displays') },
    { id: 'wall', label: 'Wall mode', onChoose: toWall },
    { id: 'device', label: 'This device', onChoose: over('device') },
    schemeEntry('dark', 'Dark colours'),
    schemeEntry('light', 'Light colours'),
    schemeEntry('auto', 'Colours as the system'),
    { id: 'sign-out', label: 'Sign out', onChoose: onSignOut },
  ];
}

function schemeEntry(choice: SchemeChoice, label: string): PaletteEntry {
  return { id: choice, label, onChoose: () => chooseScheme(choice) };
}

function useKnown(): PaletteGroup[] {
  const router = useRouter();
  const connections = useRead('connections').data ?? [];
  const bundles = useRead('bundles').data ?? [];
  const activity = (useRead('activity').data ?? []).slice(0, ACTIVITY_SEARCHED);
  const platforms = connections.map(({ id, domain, status }) => ({
    id,
    label: domain,
    detail: statusWord(status),
    onChoose: () => void router.navigate({ to: '/mesh-network' }),
  }));
  const files = bundles.map(({ id, name, status }) => ({
    id: String(id),
    label: name,
    detail: bundleLook(status).word,
    onChoose: () => void router.navigate({ to: '/zip-bundles', search: { bundle: String(id) } }),
  }));
  const rows = activity.map(({ id, message, createdAt }) => ({
    id: String(id),
    label: message,
    detail: momentText(momentOf(createdAt)),
    onChoose: () =>
      void router.navigate({ to: '/dashboard', search: { show: 'logs', q: message } }),
  }));
  return [
    { name: 'Platforms', always: false, entries: platforms },
    { name: 'Bundles', always: false, entries: files },
    { name: 'Activity', always: false, entries: rows },
  ];
}
