import type { AnswerOf } from '../../contract/calls.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Bundle } from '../../contract/shapes/bundle.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { ProofRow } from '../../contract/shapes/proof.ts';
import { isAppWindow } from '../device/app-window.ts';
import { keptName } from '../device/markers.ts';
import { deviceStorage } from '../device/storage.ts';
import { openWindows } from '../domain/open-incidents.ts';
import { judgePlatforms } from '../domain/verdict.ts';
import { undoAll } from '../shared/subscribable.ts';
import { ageOf } from './age.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/**
 * The number on the app's icon: problems that have come since the console was last looked at. Looking at it
 * acknowledges them all; without data there is no number.
 */
export interface Known {
  /** By what they count as. */
  readonly connections: readonly Connection[] | undefined;
  readonly bundles: readonly Bundle[] | undefined;
  readonly proofs: readonly ProofRow[] | undefined;
}

interface BadgeDeps {
  known(): Known;
  isLooked(): boolean;
  /** 0 takes the number away. */
  show(count: number): void;
  /** Names of problems that were seen, shared by the windows of this device. */
  readonly seen: { read(): readonly string[]; write(names: readonly string[]): void };
}

/** As in the verdict about the mesh: a drill counts, maintenance does not. */
const TROUBLE = ['error', 'warning', 'drill'];

/** @returns a name for each problem; a platform that gets worse is a new one */
export function problemsOf({ connections = [], bundles = [], proofs = [] }: Known): string[] {
  return [
    ...connections
      .filter(({ status }) => TROUBLE.includes(status))
      .map(({ id, status }) => `platform ${id} ${status}`),
    ...bundles.filter(({ status }) => status === 'failed').map(({ id }) => `bundle ${id}`),
    ...proofs
      .filter(({ endedAt, verified }) => endedAt !== null && !verified)
      .map(({ id }) => `proof ${id}`),
  ];
}

/** @returns what is to be called whenever something is known anew or somebody looks or looks away */
export function createBadge({ known, isLooked, show, seen }: BadgeDeps): () => void {
  let shown: number | undefined;
  return () => {
    const facts = known();
    const problems = problemsOf(facts);
    const before = seen.read();
    const still = before.filter((name) => problems.includes(name) || !isKnown(name, facts));
    const now = isLooked() ? [...new Set([...still, ...problems])] : still;
    if (now.join() !== before.join()) seen.write(now);
    const count = problems.filter((name) => !now.includes(name)).length;
    if (count !== shown) show(count);
    shown = count;
  };
}

const KINDS: Readonly<Record<string, keyof Known>> = {
  platform: 'connections',
  bundle: 'bundles',
  proof: 'proofs',
};

/** What is not known now may still be so: that it was seen is not forgotten. */
function isKnown(name: string, facts: Known): boolean {
  const kind = KINDS[name.slice(0, name.indexOf(' '))];
  return kind === undefined || facts[kind] !== undefined;
}

/** Joins the number on the icon to what the worker knows. */
const READS = ['connections', 'incidents', 'maintenance', 'bundles', 'proofs'] as const;

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
  const unwatch = undoAll([
    ...READS.map((name) => workerClient.subscribe(name)),
    pageCache.subscribe(look),
    workerClient.status.subscribe(look),
  ]);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    unwatch();
    document.removeEventListener('visibilitychange', look);
    show(0);
  };
}

const isLooked = () => document.visibilityState === 'visible';

function known(): Known {
  return {
    connections: currentPlatforms(),
    bundles: current('bundles'),
    proofs: current('proofs'),
  };
}

/** Unknown while the incidents are, where this server has them: without them maintenance looks like trouble. */
function currentPlatforms(): Known['connections'] {
  const connections = current('connections');
  const incidents = current('incidents');
  const isKnown = incidents ?? pageCache.entry(keyOf('incidents'))?.failure;
  const windows = openWindows(current('maintenance'), workerClient.serverNow());
  return isKnown && connections && judgePlatforms(connections, incidents, windows);
}

/** Old news is no news: what is not known now makes no number. */
function current<Name extends (typeof READS)[number]>(name: Name): AnswerOf<Name> | undefined {
  const entry = pageCache.entry<AnswerOf<Name>>(keyOf(name));
  const { connection } = workerClient.status.get();
  return ageOf(entry, connection, workerClient.serverNow()) === 'unknown' ? undefined : entry?.data;
}

function readSeen(): readonly string[] {
  return (deviceStorage.get(keptName('badge-seen')) ?? '').split('\n');
}

function writeSeen(names: readonly string[]): void {
  deviceStorage.set(keptName('badge-seen'), names.join('\n'));
}
