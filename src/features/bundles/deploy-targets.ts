import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import type { Age } from '../../shared/model.ts';

/** A platform that a bundle can be sent to. */
export interface Target {
  /** The value that is sent to the server. */
  readonly name: string;
  /** As the mesh has it now; a platform that the mesh does not know is unknown. */
  readonly status: string;
  /** Why it is not offered. */
  readonly disabledReason?: string | undefined;
}

/** @returns every mesh node, and those that are named beside them, in the order of the mesh */
export function targetsOf(
  names: readonly string[] | null,
  connections: readonly Connection[],
): Target[] {
  if (names === null) return connections.filter(isMeshNode);
  const known = connections.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !known.some((one) => one.name === name));
  return [...known, ...others.map((name) => ({ name, status: 'unknown' }))];
}

/** @returns the targets of all bundles together; null: all platforms */
export function targetNamesOf(bundles: readonly Bundle[]): readonly string[] | null {
  if (bundles.some(({ targetPlatforms }) => targetPlatforms === null)) return null;
  return [...new Set(bundles.flatMap(({ targetPlatforms }) => targetPlatforms ?? []))];
}

const isDown = ({ status, disabledReason }: Target) =>
  ['error', 'maintenance', 'affected'].includes(status) && !disabledReason;

/**
 * Platforms that are down or in maintenance are left out, unless they are what is tried again.
 *
 * @returns the names that are ticked at first
 */
export function namesToTick(targets: readonly Target[], age: Age, isAgain: boolean): string[] {
  const isSure = age === 'fresh' && !isAgain;
  return targets.filter((target) => !isSure || !isDown(target)).map(({ name }) => name);
}

/** @returns what there is to say about the targets before anything is sent */
export function deployNote(targets: readonly Target[], age: Age): string {
  if (age !== 'fresh') return 'Not connected: these states are the last known.';
  const down = targets.filter(isDown);
  if (down.length === 0) return 'Each platform checks the bundle again before it takes it.';
  const names = down.map(({ name }) => name).join(', ');
  const verb = down.length === 1 ? 'is' : 'are';
  const state = down.every(({ status }) => status !== 'maintenance')
    ? 'down'
    : 'down or in maintenance';
  return `${names} ${verb} ${state}. The server would keep trying for minutes, and say until when.`;
}
