import type { PushKind } from '../../../contract/limits.ts';
import type { StorageFacts } from '../../device/persistence.ts';
import type { CheckResult, ServiceWorkerState, UpdateState } from '../../device/updates/updates.ts';
import type { PushStage, StorageState } from '../../shared/model.ts';

export const STAGE_TEXTS: Readonly<Record<PushStage, string>> = {
  looking: 'Checking this device…',
  insecure: 'Needs HTTPS: browsers allow notifications on secure pages only.',
  'home-screen':
    'Not available in a browser tab on this device. Add the console to the home screen (Share, then Add to Home Screen), open it from there, and turn notifications on.',
  browser: 'Not available: this browser has no notifications.',
  starting: 'Not ready yet: this device is still being set up. Open this again in a moment.',
  blocked:
    'Blocked on this device. Allow notifications for this site in the browser, or in the device settings for an installed app. Then open this again.',
  without: 'Not available: this server sends no notifications.',
  off: 'Off. Turn on to get alerts even when the console is closed.',
  on: 'On. This device gets alerts even when the console is closed.',
};

export const KIND_LABELS: Readonly<Record<PushKind, string>> = {
  down: 'A platform goes down',
  back: 'A platform comes back',
  proof: 'A platform fails its proof',
  deploy: 'A deployment fails',
  validation: 'A bundle fails its checks',
};

export const UPDATE_TEXTS: Readonly<Record<UpdateState['state'], string>> = {
  none: '',
  fetching: 'A new version is being downloaded.',
  ready: 'A new version is ready.',
  held: 'A new version is in use. This tab follows when its work is done.',
  failed:
    'The server has a new version, but this device could not store it. Its storage may be full, or the network too slow. This page goes on as it is.',
};

export const CHECK_TEXTS: Readonly<Record<CheckResult, string>> = {
  another: '',
  same: 'There is no newer version.',
  unreachable: 'The server could not be reached.',
};

export const UPLOADING = 'The update waits until your uploads are sent.';

/** @returns whether this page starts without the server, and why not */
export function offlineText(worker: ServiceWorkerState): string {
  if (!worker.supported) return 'Not available: needs HTTPS and a current browser';
  if (worker.inControl) return 'Ready';
  if (worker.installing) return 'Being prepared';
  if (worker.kept) return 'Ready from the next start';
  return worker.failed ? 'Could not be stored on this device' : 'Not ready yet';
}

const MEBIBYTE = 1024 * 1024;

export function usedText(info: StorageFacts | undefined): string {
  if (!info) return 'The browser does not say';
  const used = (info.usage / MEBIBYTE).toFixed(1);
  return `${used} of ${Math.round(info.quota / MEBIBYTE).toLocaleString()} MB`;
}

export function keptText(info: StorageFacts | undefined, where: StorageState): string {
  if (where === 'memory') return 'Only until this page is closed: the disk does not work';
  return info?.persisted ? 'Protected' : 'May be cleared if space runs low';
}

/** What the browser switches off without HTTPS, and what that means. */
export const LOST_TEXTS = {
  install: ['Installing', 'the console stays a browser tab.'],
  offline: [
    'Starting without the server',
    'last-known data is there only while this page is open.',
  ],
  notifications: ['Notifications', 'this device gets none while the console is closed.'],
  awake: ['Keeping the screen awake', 'set the device itself not to sleep.'],
  'one-link': ['One connection for all tabs', 'each tab has its own.'],
  'kept-data': ['Protected storage', 'the browser may clear what waits here.'],
} as const;

/** What there is to say of an installation; where only the browser's own menu installs its steps are listed. */
export const INSTALL_TEXTS = {
  installed: (product: string) => `${product} is installed on this device.`,
  offered: (product: string) =>
    `${product} can be an app on this device, with its own window and icon and safer storage.`,
  insecure: () => 'Needs HTTPS: see Secure context.',
  none: (product: string) =>
    `Can't install from this browser, or ${product} is already installed. Chrome and Edge show an install icon in the address bar.`,
} as const;
