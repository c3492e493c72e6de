import { keyOf } from '../../../contract/paths.ts';
import { deviceStorage } from '../../shared/storage.ts';
import { ageOf } from '../age.ts';
import { pageCache } from '../page-cache.ts';
import { workerClient } from '../worker-client.ts';
import { isAppWindow } from './app-window.ts';
import { createBadge, type Known } from './badge.ts';

/** Joins the number on the icon to what the worker knows. */
const SEEN = 'badge-seen';
const READS = ['connections', 'bundles', 'proofs'] as const;

interface BadgeNavigator {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/**
 * Starts the number, where the console is an app and the system has numbers.
 *
 * @returns the undo, which takes the number away
 */
export function startAppBadge(): () => void {
  const device = navigator as BadgeNavigator;
  if (!isAppWindow() || !device.setAppBadge) return () => undefined;
  const show = (count: number) => {
    // A system may refuse numbers at any time: then there is none.
    (count === 0 ? device.clearAppBadge?.() : device.setAppBadge?.(count))?.catch(String);
  };
  const look = createBadge({ known, isLooked, show, seen: { read: readSeen, write: writeSeen } });
  const unwatch = READS.map((name) => workerClient.subscribe(name));
  const unsubscribe = [pageCache.subscribe(look), workerClient.status.subscribe(look)];
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    for (const undo of [...unwatch, ...unsubscribe]) undo();
    document.removeEventListener('visibilitychange', look);
    show(0);
  };
}

const isLooked = () => document.visibilityState === 'visible';

function known(): Known {
  return {
    connections: current('connections'),
    bundles: current('bundles'),
    proofs: current('proofs'),
  };
}

/** Old news is no news: what is not known now makes no number. */
function current<Name extends (typeof READS)[number]>(name: Name): Known[Name] {
  const entry = pageCache.entry<NonNullable<Known[Name]>>(keyOf(name));
  const { connection } = workerClient.status.get();
  return ageOf(entry, connection, workerClient.serverNow()) === 'unknown' ? undefined : entry?.data;
}

function readSeen(): readonly string[] {
  return (deviceStorage.get(SEEN) ?? '').split('\n');
}

function writeSeen(names: readonly string[]): void {
  deviceStorage.set(SEEN, names.join('\n'));
}
